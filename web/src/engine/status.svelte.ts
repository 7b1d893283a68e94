// Whether the engine is on this device, and when it is fetched: when the page is idle or a game on this device begins; on
// a connection that may cost money only if somebody asks for it.

import { home } from "../home";
import { settings } from "../settings.svelte";
import type { Download, EngineFiles, Listing, Watcher } from "./files";

export type { EngineFiles } from "./files";

export type Phase =
  /** This page was built without an engine. */
  | "none"
  /** It is not here, and not being fetched. */
  | "absent"
  /** It would be fetched, but the connection may cost money. */
  | "metered"
  | "loading"
  /** The download has stopped, and goes on by itself. */
  | "paused"
  | "ready"
  /** The site has a newer one: the page must be reloaded. */
  | "outdated";

/** The person would rather not wait for the engine. */
export class Declined extends Error {}

/** What is used of the browser's information about its connection, where it gives any. */
interface Connection extends EventTarget {
  saveData?: boolean;
  type?: string;
}

/** How long after its load a page begins to fetch the engine, at the earliest, in milliseconds. */
const REST = 5000;

function connection(): Connection | undefined {
  return (globalThis.navigator as { connection?: Connection } | undefined)?.connection;
}

/** Whether the connection may cost money, as far as the browser tells. */
export function metered(): boolean {
  return connection()?.saveData === true || connection()?.type === "cellular";
}

/** What is used of a download. */
type Source = Pick<Download, "look" | "list" | "run" | "files" | "hurry" | "stop" | "remove" | "durable">;

export class EngineStatus {
  phase = $state<Phase>("absent");
  /** In bytes. */
  done = $state(0);
  total = $state(0);
  kernels = $state<Listing["kernels"] | null>(null);
  /** Whether it will be here without a network, too. */
  durable = $state(false);
  /** How many wait for it. */
  waiting = $state(0);
  /** How many wait for it to start, now that it is here. */
  starting = $state(0);
  private source: Promise<Source> | null = null;
  private readonly waiters: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  constructor(
    /** The version of the engine; empty if there is none. */
    version: string,
    private readonly open: (watcher: Watcher) => Promise<Source>,
  ) {
    if (version === "") this.phase = "none";
    globalThis.addEventListener?.("online", () => void this.source?.then((download) => download.hurry(), () => {}));
    connection()?.addEventListener?.("change", () => this.phase === "metered" && !metered() && void this.fetch());
  }

  private files(): Promise<Source> {
    this.source ??= this.open({
      progress: (done, total) => {
        if (done < total) this.phase = "loading";
        this.done = done;
        this.total = total;
      },
      paused: () => (this.phase = "paused"),
    });
    // Without a network the script itself may be missing: then it is tried again.
    this.source.catch(() => (this.source = null));
    return this.source;
  }

  /** Whether everything is on this device. */
  async stored(): Promise<boolean> {
    if (this.phase === "none") return false;
    const download = await this.files();
    const { listing, complete } = await download.look();
    if (listing) this.describe(listing);
    if (complete) this.finish(download);
    return complete;
  }

  private describe({ kernels, bytes }: Listing): void {
    this.kernels = kernels;
    this.total = bytes;
  }

  private finish(download: Source): void {
    this.phase = "ready";
    this.done = this.total;
    this.durable = download.durable;
    for (const { resolve } of this.waiters.splice(0)) resolve();
  }

  private fail(error: unknown): void {
    for (const { reject } of this.waiters.splice(0)) reject(error);
  }

  /** Looks whether the engine is here, and fetches it unless that may cost money or was declined. */
  async begin(): Promise<void> {
    if (this.phase !== "absent" || (await this.stored())) return;
    if (!settings.engine && this.waiting === 0) return;
    if (!metered()) return this.fetch();
    if (this.phase === "absent") this.phase = "metered";
    await this.size();
  }

  /** Finds out, for those who want to know, whether it is here and how large it is. */
  async inform(): Promise<void> {
    if (this.phase === "absent" && !(await this.stored().catch(() => false))) await this.size();
  }

  /** Finds out how much there is to load. */
  private async size(): Promise<void> {
    await this.files().then((download) => download.list()).then((listing) => this.describe(listing)).catch(() => {});
  }

  /** Fetches the engine now: somebody asked for it, or it costs nothing. */
  async fetch(): Promise<void> {
    if (this.phase === "none" || this.phase === "loading" || this.phase === "ready") return;
    if (this.phase === "paused") return void (await this.files()).hurry();
    this.phase = "loading";
    try {
      const download = await this.files();
      this.describe(await download.run());
      this.finish(download);
      // Pieces of earlier versions may now be deleted.
      globalThis.navigator?.serviceWorker?.controller?.postMessage("tidy");
    } catch (error) {
      this.phase = (error as Error).name === "Outdated" ? "outdated" : "absent";
      if (this.phase === "absent") this.fail(error);
    }
  }

  /** Somebody asks for it: from now on it is fetched by itself, too. */
  ask(): void {
    settings.engine = true;
    void this.fetch();
  }

  /** Nobody waits for it any more. */
  decline(): void {
    this.fail(new Declined("the engine was declined"));
  }

  /** Fetches no more for now. What is here stays. */
  async stop(): Promise<void> {
    settings.engine = false;
    (await this.files()).stop();
    this.phase = "absent";
  }

  /** Deletes the engine from this device; it is fetched again only if somebody asks for it, or begins a game here. */
  async remove(): Promise<void> {
    settings.engine = false;
    const download = await this.files();
    download.stop();
    await download.remove();
    this.phase = "absent";
    this.done = 0;
    this.durable = false;
  }

  /** The files of the engine, as soon as they are here. */
  async give(): Promise<EngineFiles> {
    if (this.phase === "none") throw new Error("this page was built without an engine");
    this.waiting++;
    try {
      if (this.phase === "absent") this.begin().catch((error: unknown) => this.fail(error));
      if (this.phase !== "ready") await new Promise<void>((resolve, reject) => this.waiters.push({ resolve, reject }));
      const download = await this.files();
      // What is damaged, or was deleted by the browser, is fetched again.
      const files = await download.files();
      this.finish(download);
      return files;
    } finally {
      this.waiting--;
    }
  }

  /** Fetches the engine once the page has come to rest. */
  whenIdle(): void {
    if (this.phase === "none") return;
    const begin = (): void => void this.begin().catch(() => {});
    const idle = (): unknown => ("requestIdleCallback" in window ? requestIdleCallback(begin) : begin());
    const later = (): unknown => setTimeout(idle, REST);
    if (document.readyState === "complete") later();
    else window.addEventListener("load", later, { once: true });
  }
}

// The script comes after what is on the screen.
export const engineStatus = new EngineStatus(home.engine, async (watcher) => {
  const { Download } = await import("./files");
  return new Download(home.base, home.engine, watcher);
});

/** The files of the engine: from this device, or as soon as they have been fetched. Who waits is shown how it goes on. */
export function engineFiles(): Promise<EngineFiles> {
  return engineStatus.give();
}
