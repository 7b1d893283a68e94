// What a table says aloud. What a player does in the moment when something has happened is said together with that: a
// screen reader would read only the last text.

/** So close together they are one text, in milliseconds. */
const MOMENT = 150;

export class Announcer {
  /** A new object each time, so that a text that is repeated is read out again. */
  said = $state.raw({ text: "" });
  /** What has happened last. It names nothing that a player has chosen. */
  latest = $state("");
  private since = -Infinity;
  private last = "";

  /** Something has happened. */
  news(text: string): void {
    this.latest = text;
    this.since = performance.now();
    this.last = "";
    this.said = { text };
  }

  /** Something that the player does; not twice in a row, unless it was done again. */
  say(text: string, again = false): void {
    if (!again && text === this.last) return;
    this.last = text;
    const together = performance.now() - this.since < MOMENT;
    this.said = { text: together ? `${this.latest}. ${text}` : text };
  }
}
