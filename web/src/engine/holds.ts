// Which tables this window holds. Two windows never write the same table: a lock of the browser says which one holds it,
// and the database accepts the entries of the last that took it.

export class Holds {
  private readonly held = new Map<string, () => void>();

  constructor(
    /** The locks of the browser; undefined where a page has none, as on a plain http address in the local network. */
    private readonly locks: Pick<LockManager, "request"> | undefined,
    /** Tells sites on one host apart. */
    private readonly scope: string,
    /** Makes the database accept the entries of this window only. */
    private readonly claim: (id: string) => Promise<void>,
    /** Hears that another window has taken a table. */
    private readonly lost: (id: string) => void,
  ) {}

  has(id: string): boolean {
    return this.held.has(id);
  }

  /** Takes a table; false if another window has it, unless it is taken by `force`. */
  async take(id: string, force = false): Promise<boolean> {
    if (this.held.has(id)) return true;
    if (!this.locks) this.held.set(id, () => {});
    else if (!(await this.lock(this.locks, id, force))) return false;
    await this.claim(id);
    return true;
  }

  release(id: string): void {
    const end = this.held.get(id);
    this.held.delete(id);
    end?.();
  }

  private lock(locks: Pick<LockManager, "request">, id: string, force: boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const hold = (lock: Lock | null): Promise<void> | undefined => {
        resolve(lock !== null);
        if (lock === null) return undefined;
        return new Promise<void>((end) => this.held.set(id, end));
      };
      const options: LockOptions = force ? { steal: true } : { ifAvailable: true };
      locks.request(`${this.scope} ${id}`, options, hold).catch(() => {
        // Another window has stolen the lock.
        resolve(false);
        if (this.held.delete(id)) this.lost(id);
      });
    });
  }
}
