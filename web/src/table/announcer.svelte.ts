// What a table says aloud. What a player does in the moment when something has happened is said together with that: a
// screen reader would read only the last text.

/** So close together they are one text, in milliseconds. */
const MOMENT = 150;

export class Announcer {
  /** A new object each time, so that a text that is repeated is read out again. */
  said = $state.raw({ text: "" });
  /** What has happened last. It names nothing that is hidden from others. */
  latest = $state("");
  private since = -Infinity;
  private last = "";
  private happened = "";

  /** Something has happened; `concealed` is what may be said of it to somebody else. */
  news(text: string, concealed = text): void {
    if (text === "") return;
    this.latest = concealed;
    this.since = performance.now();
    this.last = "";
    this.happened = text;
    this.said = { text };
  }

  /** What was said to one player is not for the next. */
  hush(): void {
    this.happened = "";
    this.last = "";
    this.said = { text: "" };
  }

  /** Something that the player does; not twice in a row, unless it was done again. */
  say(text: string, again = false): void {
    if (!again && text === this.last) return;
    this.last = text;
    const together = performance.now() - this.since < MOMENT;
    this.said = { text: together ? `${this.happened}. ${text}` : text };
  }
}
