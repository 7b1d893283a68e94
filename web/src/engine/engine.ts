// The page's side of the engine: starts the worker once it is needed, starts it again if it dies, and repeats what it
// was asked for where that does no harm.

import { Channel } from "./channel";
import type { About, EngineFiles, FromWorker, Reply, Shelved, StorageState, StoredTable, ToWorker } from "./protocol";

export type WorkerLike = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror" | "onmessageerror">;

/** What the engine needs of the page. Tests pass their own. */
export interface Platform {
  files(): Promise<EngineFiles>;
  worker(): WorkerLike;
  /** Calls later; the result cancels that. */
  later(call: () => void, milliseconds: number): () => void;
  /** How long a bot waits before its move, in seconds; null for the usual time. */
  pace(): number | null;
}

/** What the page shows of the engine. */
export interface Watcher {
  about(about: About): void;
  storage(state: StorageState): void;
}

/** Why something could not be done. */
export class EngineGone extends Error {}

type Progress = (done: number, of: number) => void;
type Sent = Exclude<ToWorker, { type: "start" }>;

interface Waiting {
  settle(message: FromWorker): void;
  /** The worker died. */
  lose(): void;
  progress: Progress | undefined;
}

interface Live {
  worker: WorkerLike;
  waiting: Map<number, Waiting>;
  channels: Map<number, Channel>;
  /** Grows with everything that the worker says. */
  heard: number;
  watched: boolean;
  dead: boolean;
  die(reason: string): void;
}

/** How long a worker may be silent while something waits for it, in milliseconds: a bot's move takes less. */
const SILENCE = 20_000;
/** How long the start may take: it compiles some megabytes. */
const START = 120_000;
/** How often a request is sent again to a worker that is new. */
const ATTEMPTS = 3;

export class Engine {
  private live: Promise<Live> | null = null;
  /** The worker that is ready. */
  private now: Live | null = null;
  private number = 0;

  constructor(
    private readonly platform: Platform,
    private readonly watcher: Watcher,
    /** The name of the database; null to store nothing. */
    private readonly database: string | null,
  ) {}

  /** Whether the engine runs or is being started. */
  get running(): boolean {
    return this.live !== null;
  }

  /** Starts the engine unless it runs already. */
  async start(): Promise<void> {
    await this.alive();
  }

  /** Ends the worker; what waits is lost. */
  async stop(): Promise<void> {
    const live = this.live;
    this.live = null;
    (await live?.catch(() => null))?.die("it was stopped");
  }

  /** The engine's answer to a request. `safe` requests are repeated if the worker dies. */
  async ask(method: string, path: string, body: unknown, safe = method === "GET", progress?: Progress): Promise<Reply> {
    const text = body === undefined ? null : JSON.stringify(body);
    const message = await this.request((number) => ({ type: "ask", number, method, path, body: text }), safe, progress);
    if (message.type !== "answer") throw new EngineGone("the engine gave no answer");
    return message.reply;
  }

  /** A connection to a table, which looks like a WebSocket. */
  open(table: string, since: number | null): Channel {
    const number = ++this.number;
    let live: Live | null = null;
    const channel = new Channel(
      (text) => live && this.post(live, { type: "frame", number, text }),
      () => {
        live?.channels.delete(number);
        if (live) this.post(live, { type: "close", number });
      },
    );
    this.alive().then(
      (started) => {
        if (channel.readyState === 3) return;
        if (started.dead) return channel.closed(1006, "");
        live = started;
        live.channels.set(number, channel);
        this.post(live, { type: "connect", number, table, since });
      },
      () => channel.closed(1006, ""),
    );
    return channel;
  }

  /** Takes a table from another window. */
  async take(table: string): Promise<void> {
    await this.request((number) => ({ type: "take", number, table }), true);
  }

  /** All tables that are stored, or kept in memory. */
  async shelf(): Promise<Shelved[]> {
    const message = await this.request((number) => ({ type: "shelf", number }), true);
    return message.type === "shelf" ? message.tables : [];
  }

  async stored(table: string): Promise<StoredTable | null> {
    const message = await this.request((number) => ({ type: "export", number, table }), true);
    return message.type === "exported" ? message.table : null;
  }

  async remove(table: string): Promise<void> {
    await this.request((number) => ({ type: "remove", number, table }), true);
  }

  private async request(make: (number: number) => Sent, safe: boolean, progress?: Progress): Promise<FromWorker> {
    for (let attempt = 1; ; attempt++) {
      const live = await this.alive();
      const number = ++this.number;
      const answer = await new Promise<FromWorker | null>((resolve) => {
        if (live.dead) return resolve(null);
        live.waiting.set(number, { settle: resolve, lose: () => resolve(null), progress });
        this.post(live, make(number));
      });
      live.waiting.delete(number);
      if (answer?.type === "refused") throw new EngineGone(answer.reason);
      if (answer) return answer;
      if (!safe || attempt === ATTEMPTS) throw new EngineGone("the engine stopped before it answered");
    }
  }

  private alive(): Promise<Live> {
    if (this.live === null) {
      const starting = this.begin();
      this.live = starting;
      // After a failure the next request tries again.
      starting.catch(() => this.live === starting && (this.live = null));
    }
    return this.live;
  }

  private async begin(): Promise<Live> {
    const engine = await this.platform.files();
    const worker = this.platform.worker();
    return new Promise((resolve, reject) => {
      const slow = this.platform.later(() => live.die("it did not start in time"), START);
      const live: Live = {
        worker,
        waiting: new Map(),
        channels: new Map(),
        heard: 0,
        watched: false,
        dead: false,
        die: (reason) => {
          if (live.dead) return;
          live.dead = true;
          slow();
          worker.terminate();
          reject(new EngineGone(reason));
          this.bury(live);
        },
      };
      worker.onerror = (event) => live.die((event as ErrorEvent | undefined)?.message ?? "it failed");
      worker.onmessageerror = () => live.die("a message could not be read");
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (live.dead) return;
        live.heard++;
        if (data.type === "ready") {
          slow();
          this.watcher.about(data.about);
          this.now = live;
          resolve(live);
        } else if (data.type === "failed") live.die(data.reason);
        else this.receive(live, data);
      };
      worker.postMessage({ type: "start", engine, database: this.database, pace: this.platform.pace() } satisfies ToWorker, [...engine.files.values()]);
    });
  }

  /** The worker is gone: another one is started when it is needed. */
  private bury(live: Live): void {
    if (this.now === live) {
      this.now = null;
      this.live = null;
    }
    for (const waiting of [...live.waiting.values()]) waiting.lose();
    for (const channel of [...live.channels.values()]) channel.closed(1006, "");
    live.channels.clear();
  }

  private receive(live: Live, message: FromWorker): void {
    switch (message.type) {
      case "storage":
        return this.watcher.storage(message.state);
      case "opened":
        return live.channels.get(message.number)?.opened();
      case "frame":
        return live.channels.get(message.number)?.received(message.text);
      case "closed": {
        const channel = live.channels.get(message.number);
        live.channels.delete(message.number);
        return channel?.closed(message.code, message.reason);
      }
      case "progress":
        return live.waiting.get(message.number)?.progress?.(message.done, message.of);
      case "answer":
      case "shelf":
      case "exported":
      case "done":
      case "refused":
        return live.waiting.get(message.number)?.settle(message);
    }
  }

  private post(live: Live, message: Sent): void {
    live.worker.postMessage(message);
    this.watch(live);
  }

  /** Finds out whether the worker is alive, as long as something waits for it. */
  private watch(live: Live): void {
    if (live.watched) return;
    live.watched = true;
    const { heard } = live;
    live.worker.postMessage({ type: "ping", number: 0 } satisfies ToWorker);
    this.platform.later(() => {
      live.watched = false;
      if (live.heard === heard) live.die("it does not answer");
      else if (live.waiting.size > 0) this.watch(live);
    }, SILENCE);
  }
}
