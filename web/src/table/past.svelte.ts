// What has happened at a table, as one seat sees it.

import type { Namer, PlayUi, Words } from "../games/ui";
import type { Known } from "../live/state";
import { turnOf, viewOf } from "../live/state";
import { laidSince, lastDrawn, lastTurn, linesOf, type Numbered } from "./lines";

interface Sources {
  known: Known | null;
  ui: PlayUi | null;
  words: Words | null;
  /** The seat that looks on; null for a spectator. */
  seat: number | null;
  /** A device is being handed over: nobody's own pieces are named. */
  covered: boolean;
}

export class Past {
  /** All lines of the log. */
  readonly lines: Numbered[] = $derived.by(() => {
    const { known, words, seat, covered } = this.sources();
    return known && words ? linesOf(known.log, words, this.name, covered ? null : seat) : [];
  });

  private readonly since = $derived.by(() => {
    const { known, seat } = this.sources();
    return known ? lastTurn(known.log, seat ?? turnOf(known)) : 0;
  });

  /** The lines since one's last turn. */
  readonly news: Numbered[] = $derived(this.lines.filter(({ index }) => index >= this.since));

  private readonly lately = $derived.by(() => {
    const { known, ui, seat } = this.sources();
    const view = known && viewOf(known, seat);
    return known && ui && view ? laidSince(known.log, this.since, ui, ui.laid(view)) : [];
  });

  /** What was laid since then, in the colours of the seats. */
  readonly recent = $derived(this.lately.map(({ lay, seat }) => ({ lay, tint: this.tint(seat!), title: this.name(seat!) })));

  constructor(
    private readonly sources: () => Sources,
    private readonly name: Namer,
  ) {}

  /** The colour of a seat. */
  readonly tint = (which: number): string => {
    const { known, ui, seat } = this.sources();
    const view = known && viewOf(known, seat);
    return (ui && view && ui.tint(view, which)) ?? `var(--seat-${which})`;
  };

  /** The piece that the seat has drawn, as long as it has done nothing since. */
  get drawn(): string | null {
    const { known, ui, seat } = this.sources();
    return ui && known && seat !== null ? lastDrawn(known.log, seat, ui) : null;
  }

  /** The chip of the seat that laid a piece just now, unless that is one's own: that came from the rack. */
  readonly origin = (lay: string): DOMRect | null => {
    const by = this.lately.find((piece) => piece.lay === lay)?.seat ?? null;
    if (by === null || by === this.sources().seat) return null;
    return document.querySelector(`[data-seat="${by}"]`)?.getBoundingClientRect() ?? null;
  };
}
