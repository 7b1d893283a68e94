// How far a person has come in the course of a game. It is kept while the window is open, so that the rules can be looked
// up in between.

import { learnUi } from "../games/learn";
import type { GameName } from "../games";
import type { Lesson } from "../games/ui";

/** What is kept. */
interface Progress {
  /** The lesson, from 0; as many as there are lessons at the end. */
  step: number;
  /** What was chosen in a lesson that offers a choice. */
  choice: string | null;
  /** What was done in this lesson. */
  laid: string | null;
  drew: boolean;
  aside: string | null;
}

const BEGIN: Progress = { step: 0, choice: null, laid: null, drew: false, aside: null };

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Progress from what was stored, whatever that is: anything that does not belong to the course begins anew. */
export function readProgress(stored: unknown, lessons: (choice: string | null) => readonly Lesson[]): Progress {
  if (typeof stored !== "object" || stored === null) return BEGIN;
  const given = stored as Record<string, unknown>;
  const values = lessons(null).flatMap((lesson) => lesson.choices.map((each) => each.value));
  const choice = values.find((value) => value === given["choice"]) ?? null;
  const course = lessons(choice);
  const step = Number(given["step"]);
  if (!Number.isInteger(step) || step < 0 || step > course.length) return BEGIN;
  const lesson = course[step];
  const drew = given["drew"] === true && lesson?.task === "draw";
  const aside = lesson?.task === "aside" ? (lesson.rack.find((piece) => piece === given["aside"]) ?? null) : null;
  const laid = text(given["laid"]);
  const pieces = [...(lesson?.rack ?? []), ...(drew ? [lesson!.drawn!] : [])];
  const lays = pieces.flatMap((piece) => lesson!.adapter.places(piece).map((place) => place.lay));
  return { step, choice, drew, aside, laid: laid !== null && lays.includes(laid) ? laid : null };
}

export class Course {
  private progress = $state.raw<Progress>(BEGIN);
  readonly lessons: readonly Lesson[] = $derived.by(() => learnUi(this.game).lessons(this.progress.choice));

  constructor(private readonly game: GameName) {
    this.progress = readProgress(this.stored(), (choice) => learnUi(game).lessons(choice));
  }

  get step(): number {
    return this.progress.step;
  }

  /** The lesson; undefined at the end of the course. */
  get lesson(): Lesson | undefined {
    return this.lessons[this.progress.step];
  }

  get final(): boolean {
    return this.step === this.lessons.length - 1;
  }

  get choice(): string | null {
    return this.progress.choice;
  }

  get laid(): string | null {
    return this.progress.laid;
  }

  /** The piece that was drawn. */
  get drawn(): string | null {
    return this.progress.drew || this.progress.aside !== null ? (this.lesson?.drawn ?? null) : null;
  }

  get aside(): string | null {
    return this.progress.aside;
  }

  /** Whether the lesson's task is done. */
  get done(): boolean {
    if (this.lesson?.task === "choose") return this.choice !== null;
    return this.laid !== null || this.aside !== null;
  }

  go(step: number): void {
    this.keep({ ...BEGIN, step, choice: this.choice });
  }

  next(): void {
    this.go(this.step + 1);
  }

  choose(value: string): void {
    this.keep({ ...this.progress, choice: value });
  }

  lay(lay: string): void {
    this.keep({ ...this.progress, laid: lay });
  }

  draw(): void {
    this.keep({ ...this.progress, drew: true });
  }

  putAside(piece: string): void {
    this.keep({ ...this.progress, aside: piece });
  }

  private get key(): string {
    return `tessella-course-${this.game}`;
  }

  private stored(): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "null");
    } catch {
      return null; // storage may be forbidden
    }
  }

  private keep(progress: Progress): void {
    this.progress = progress;
    try {
      sessionStorage.setItem(this.key, JSON.stringify(progress));
    } catch {
      // Then it holds until another screen is opened.
    }
  }
}
