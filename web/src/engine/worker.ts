// The worker that runs the engine: Python in WebAssembly, with the tables in IndexedDB.

import { Database } from "./database";
import { Holds } from "./holds";
import type { About, FromWorker, StorageState, ToWorker } from "./protocol";
import { boot } from "./python";
import { Service } from "./service";
import { DeviceStorage } from "./storage";

type Start = Extract<ToWorker, { type: "start" }>;

const post = (message: FromWorker): void => self.postMessage(message);

/** What came before the engine was ready. */
const early: Exclude<ToWorker, Start>[] = [];
let service: Service | null = null;

async function start({ engine, database, pace }: Start): Promise<About> {
  const open = (): Promise<Database> => Database.open(database ?? "", database === null ? undefined : self.indexedDB);
  const report = (state: StorageState): void => {
    // A worker that only computes has nothing to store.
    if (database !== null) post({ type: "storage", state });
  };
  const storage = new DeviceStorage(open, crypto.randomUUID?.() ?? String(Math.random()), report, (id) => service?.taken(id));
  const holds = new Holds(self.navigator.locks, database ?? "", (id) => storage.claim(id), (id) => service?.taken(id));
  const { host, about } = await boot(engine, storage, pace);
  service = new Service(host, storage, holds, post);
  for (const message of early.splice(0)) void service.receive(message);
  return about;
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") {
    start(data).then(
      (about) => post({ type: "ready", about }),
      (error: unknown) => post({ type: "failed", reason: String(error) }),
    );
  } else if (service) void service.receive(data);
  else early.push(data);
};
