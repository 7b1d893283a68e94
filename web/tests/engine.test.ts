import { describe, expect, it } from "vitest";
import { Engine, type Platform, type WorkerLike } from "../src/engine/engine";
import { isOnDevice, type FromWorker, type ToWorker } from "../src/engine/protocol";
import { Connection, type Environment } from "../src/live/socket";
import type { ServerMessage } from "../src/wire";

const ID = "dabcdefghijkl";
const ABOUT = { version: "1", kernels: "compiled" as const, python: "3.14" };

class FakeWorker implements WorkerLike {
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  onmessageerror: Worker["onmessageerror"] = null;
  heard: ToWorker[] = [];
  terminated = false;

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(message: FromWorker): void {
    this.onmessage!.call(this as unknown as Worker, { data: message } as MessageEvent<FromWorker>);
  }

  crash(): void {
    this.onerror!.call(this as unknown as Worker, { message: "out of memory" } as ErrorEvent);
  }

  /** What it was asked for, without questions whether it is alive. */
  get asked(): ToWorker[] {
    return this.heard.filter(({ type }) => type !== "ping" && type !== "start");
  }

  last<T extends ToWorker["type"]>(type: T): Extract<ToWorker, { type: T }> {
    return this.heard.findLast((each) => each.type === type) as Extract<ToWorker, { type: T }>;
  }
}

class World {
  workers: FakeWorker[] = [];
  timers: (() => void)[] = [];
  states: string[] = [];
  /** How often the files cannot be had. */
  missing = 0;
  readonly engine: Engine;

  constructor() {
    const platform: Platform = {
      files: () => {
        if (this.missing-- > 0) return Promise.reject(new Error("no network"));
        return Promise.resolve({ files: new Map(), modules: {}, version: "1", kernels: "wasm" });
      },
      worker: () => {
        this.workers.push(new FakeWorker());
        return this.worker;
      },
      later: (call) => {
        this.timers.push(call);
        return () => (this.timers = this.timers.filter((each) => each !== call));
      },
      pace: () => null,
    };
    this.engine = new Engine(platform, { about: () => {}, storage: (state) => this.states.push(state) }, "tables");
  }

  get worker(): FakeWorker {
    return this.workers.at(-1)!;
  }

  /** Lets promises run. */
  async rest(): Promise<void> {
    for (let n = 0; n < 10; n++) await Promise.resolve();
  }

  async ready(): Promise<FakeWorker> {
    await this.rest();
    this.worker.say({ type: "ready", about: ABOUT });
    await this.rest();
    return this.worker;
  }

  /** Time passes: all timers ring. */
  async ring(): Promise<void> {
    for (const call of this.timers.splice(0)) call();
    await this.rest();
  }
}

function answer(worker: FakeWorker, text = "[]"): void {
  worker.say({ type: "answer", number: worker.last("ask").number, reply: { status: 200, kind: "application/json", text } });
}

describe("where a table is", () => {
  it("says its id", () => {
    expect(isOnDevice(ID)).toBe(true);
    expect(isOnDevice("abcdefghijkl")).toBe(false);
    expect(isOnDevice("dabcdefghijk")).toBe(false);
  });
});

describe("the engine", () => {
  it("starts once, for all that ask", async () => {
    const world = new World();
    const both = [world.engine.ask("GET", "/tables", undefined), world.engine.ask("GET", "/games", undefined)];
    const worker = await world.ready();
    expect(world.workers).toHaveLength(1);
    for (const message of worker.asked) if (message.type === "ask") worker.say({ type: "answer", number: message.number, reply: { status: 200, kind: "", text: message.path } });
    expect((await Promise.all(both)).map(({ text }) => text)).toEqual(["/tables", "/games"]);
  });

  it("says that it does not start, and tries again when it is asked again", async () => {
    const world = new World();
    world.missing = 1;
    await expect(world.engine.ask("GET", "/tables", undefined)).rejects.toThrow("no network");
    const failing = world.engine.ask("GET", "/tables", undefined);
    await world.rest();
    world.worker.say({ type: "failed", reason: "no memory" });
    await expect(failing).rejects.toThrow("no memory");
    expect(world.worker.terminated).toBe(true);
    const asked = world.engine.ask("GET", "/tables", undefined);
    answer(await world.ready());
    expect((await asked).status).toBe(200);
  });

  it("repeats what does no harm when the worker dies, and nothing else", async () => {
    const world = new World();
    const read = world.engine.ask("GET", "/tables", undefined);
    const write = world.engine.ask("POST", "/tables", { game: "any" });
    const first = await world.ready();
    const lost = expect(write).rejects.toThrow("the engine stopped");
    first.crash();
    await lost;
    const second = await world.ready();
    expect(second).not.toBe(first);
    expect(second.asked).toHaveLength(1);
    answer(second);
    expect((await read).status).toBe(200);
  });

  it("gives up a request that kills every worker", async () => {
    const world = new World();
    const asked = world.engine.ask("GET", "/tables", undefined);
    const lost = expect(asked).rejects.toThrow("the engine stopped");
    for (let n = 0; n < 3; n++) (await world.ready()).crash();
    await lost;
    expect(world.workers).toHaveLength(3);
  });

  it("notices a worker that is silent while something waits", async () => {
    const world = new World();
    const asked = world.engine.ask("GET", "/tables", undefined);
    const first = await world.ready();
    first.say({ type: "pong", number: 0 });
    await world.ring();
    expect(first.terminated).toBe(false);
    await world.ring();
    expect(first.terminated).toBe(true);
    answer(await world.ready());
    expect((await asked).status).toBe(200);
  });

  it("leaves a worker alone that has nothing to do", async () => {
    const world = new World();
    const asked = world.engine.ask("GET", "/tables", undefined);
    const worker = await world.ready();
    answer(worker);
    await asked;
    await world.ring();
    await world.ring();
    expect(worker.terminated).toBe(false);
  });

  it("passes on how far a long request is", async () => {
    const world = new World();
    const steps: number[] = [];
    const asked = world.engine.ask("POST", "/reviews", {}, true, (done) => steps.push(done));
    const worker = await world.ready();
    worker.say({ type: "progress", number: worker.last("ask").number, done: 3, of: 9 });
    answer(worker);
    await asked;
    expect(steps).toEqual([3]);
  });

  it("tells the page that nothing is stored", async () => {
    const world = new World();
    void world.engine.start();
    (await world.ready()).say({ type: "storage", state: "full" });
    expect(world.states).toEqual(["full"]);
  });
});

describe("a connection to a table on this device", () => {
  function connect(world: World): { connection: Connection; messages: ServerMessage[]; ups: boolean[]; ends: string[]; timers: (() => void)[] } {
    const messages: ServerMessage[] = [];
    const ups: boolean[] = [];
    const ends: string[] = [];
    const timers: (() => void)[] = [];
    const environment: Environment = {
      open: () => world.engine.open(ID, 7),
      later: (call) => timers.push(call),
      random: () => 0,
    };
    const listener = {
      onmessage: (message: ServerMessage) => messages.push(message),
      onstate: (up: boolean) => ups.push(up),
      onend: ({ code }: { code: string }) => ends.push(code),
      since: () => 7,
    };
    return { connection: new Connection("", listener, environment), messages, ups, ends, timers };
  }

  const current = JSON.stringify({ type: "current", version: 7, seconds_left: null });
  const act = { type: "act", key: "k", version: 7, seat: 1, action: "draw" } as const;

  it("looks like a WebSocket", async () => {
    const world = new World();
    const { connection, messages, ups } = connect(world);
    const worker = await world.ready();
    const { number, since } = worker.last("connect");
    expect(since).toBe(7);
    worker.say({ type: "opened", number });
    worker.say({ type: "frame", number, text: current });
    connection.command(act);
    expect(worker.last("frame")).toEqual({ type: "frame", number, text: JSON.stringify(act) });
    worker.say({ type: "frame", number, text: JSON.stringify({ type: "confirmed", key: "k", version: 8 }) });
    expect(ups).toEqual([true]);
    expect(messages.map(({ type }) => type)).toEqual(["current", "confirmed"]);
    connection.close();
    expect(worker.last("close").number).toBe(number);
  });

  it("sends a command again, under the same key, to the worker that follows one that was killed", async () => {
    const world = new World();
    const { connection, ups, timers } = connect(world);
    const first = await world.ready();
    first.say({ type: "opened", number: first.last("connect").number });
    first.say({ type: "frame", number: first.last("connect").number, text: current });
    connection.command(act);
    first.crash();
    expect(ups).toEqual([true, false]);
    timers.at(-1)!();
    const second = await world.ready();
    expect(second).not.toBe(first);
    second.say({ type: "opened", number: second.last("connect").number });
    expect(second.last("frame").text).toBe(JSON.stringify(act));
  });

  it("ends when the table is open in another window", async () => {
    const world = new World();
    const { ends } = connect(world);
    const worker = await world.ready();
    worker.say({ type: "closed", number: worker.last("connect").number, code: 1008, reason: "other-window: it is open in another window" });
    expect(ends).toEqual(["other-window"]);
  });
});
