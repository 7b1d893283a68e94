// What a table says aloud. Texts of the same moment are joined: a screen reader would read only the last one.

/** So close together they are one text, in milliseconds. */
const MOMENT = 150;

export class Announcer {
  /** A new object each time, so that a text that is repeated is read out again. */
  said = $state.raw({ text: "" });
  /** What has happened last. It names nothing that a player has in hand. */
  latest = $state("");
  private since = -Infinity;
  private parts: string[] = [];

  /** Something has happened. */
  news(text: string): void {
    this.latest = text;
    this.parts = [];
    this.add(text);
  }

  /** Something that the player does; not twice in a row, unless it was done again. */
  say(text: string, again = false): void {
    if (again || this.parts.at(-1) !== text) this.add(text);
  }

  private add(text: string): void {
    const now = performance.now();
    this.parts = now - this.since < MOMENT ? [...this.parts, text] : [text];
    this.since = now;
    this.said = { text: this.parts.join(". ") };
  }
}
