// A conundrum that is being built: what lies, what is to be laid, and what the task says besides. What is possible is for
// the engine to say, which solves it.

import type { GameName } from "../games";
import { playUi } from "../games/play";
import type { ConundrumInfo } from "../wire";

/** A conundrum in its parts. */
export interface Parts {
  kind: string;
  board: readonly string[];
  pieces: readonly string[];
  theirs: readonly string[];
  task: Readonly<Record<string, string>>;
}

/** Parts of a link that are not of the task. */
const NAMES = ["kind", "pieces", "theirs", "board"];
const LONGEST = 4000;

/** The conundrum in one line, as the engine reads it. */
export function writeLink({ kind, board, pieces, theirs, task }: Parts): string {
  const parts = { kind, pieces: pieces.join(","), theirs: theirs.join(","), ...task, board: board.join("_") };
  return Object.entries(parts)
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `${name}=${text}`)
    .join(";");
}

/** The parts of such a line, finished or not; null if it is none. `isLay` says what a placement is. */
export function readLink(link: string, isLay: (text: string) => boolean): Parts | null {
  if (link.length > LONGEST) return null;
  const parts = new Map<string, string>();
  for (const part of link.split(";")) {
    const [, name, text] = /^([a-z]{1,20})=(.*)$/.exec(part) ?? [];
    if (name === undefined || text === undefined || parts.has(name)) return null;
    parts.set(name, text);
  }
  const all = (name: string, by: string): string[] => (parts.get(name) ?? "").split(by).filter((each) => each !== "");
  const board = all("board", "_");
  if (!board.every(isLay)) return null;
  const task = Object.fromEntries([...parts].filter(([name]) => !NAMES.includes(name)));
  return { kind: parts.get("kind") ?? "", board, pieces: all("pieces", ","), theirs: all("theirs", ","), task };
}

const KEY = "tessella.conundrums.draft";

export class Draft {
  kind = $state("");
  board = $state<string[]>([]);
  pieces = $state<string[]>([]);
  theirs = $state<string[]>([]);
  task = $state<Record<string, string>>({});

  readonly link = $derived(writeLink(this));
  /** The board as it is drawn. Nothing is offered: every place is only looked at. */
  readonly problem = $derived.by(() => playUi(this.game).conundrum(this.board, []));
  /** The pieces of the set that are in use. */
  readonly used = $derived.by(() => {
    const { adapter } = playUi(this.game).conundrum([], this.board);
    const lying = playUi(this.game).whole.filter((piece) => adapter.places(piece).length > 0);
    return new Set([...lying, ...this.pieces, ...this.theirs]);
  });

  constructor(
    readonly game: GameName,
    private readonly usual: string,
  ) {
    this.kind = usual;
  }

  /** Takes over a conundrum that the engine has read. */
  open({ kind, board, pieces, theirs, task }: Pick<ConundrumInfo, "kind" | "board" | "pieces" | "theirs" | "task">): void {
    // How many gems can be closed follows from the rest.
    const { gems: _, ...asked } = task;
    this.put({ kind, board, pieces: pieces.map((each) => each.piece), theirs, task: asked });
  }

  private put({ kind, board, pieces, theirs, task }: Parts): void {
    this.kind = kind || this.usual;
    this.board = [...board];
    this.pieces = [...pieces];
    this.theirs = [...theirs];
    this.task = { ...task };
  }

  clear(): void {
    this.put({ kind: this.kind, board: [], pieces: [], theirs: [], task: this.task });
  }

  /** Stores it in this browser. */
  keep(): void {
    try {
      localStorage.setItem(`${KEY}.${this.game}`, this.link);
    } catch {
      // Then it lasts until the page is closed.
    }
  }

  /** Restores what was stored; false if it could not be read. It is set aside then. */
  restore(): boolean {
    const key = `${KEY}.${this.game}`;
    try {
      const stored = localStorage.getItem(key);
      if (stored === null || stored === "") return true;
      const whole = new Set(playUi(this.game).whole);
      const parts = readLink(stored, (text) => playUi(this.game).suggestion(text) !== null);
      if (!parts || ![...parts.pieces, ...parts.theirs].every((piece) => whole.has(piece))) {
        localStorage.setItem(`${key}.damaged`, stored);
        return false;
      }
      this.put(parts);
      return true;
    } catch {
      return true;
    }
  }
}
