// Written by `python -m tessella.tables.wire.typescript` from the server's types. Do not change it by hand.

/** How a game ended. */
export interface Outcome {
  winners: number[];
  reason: string;
  measure: string;
  scores: number[];
}

/** A tile or card on the board, as in a record: "BGR@4,-2>" or "RRbg@1,0". */
export interface Piece {
  lay: string;
  seat: number | null;
}

/** A seat did nothing. */
export interface Passed {
  event: "passed";
  seat: number;
}

/** The next seat's turn begins. */
export interface Turn {
  event: "turn";
  seat: number;
}

/** A seat took back what it had done last; that itself is not told any more. */
export interface TookBack {
  event: "tookback";
  seat: number;
}

/** The game is over. */
export interface Ended {
  event: "ended";
  outcome: Outcome;
}

/** Everybody takes their time. */
export interface NoClock {
  kind: "none";
}

/** So long for each turn; then a bot takes it. */
export interface MoveClock {
  kind: "move";
  seconds: number;
}

/** So many days for each turn. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** Who shall sit there: me, another person on my device, a bot, or whoever comes with the link. */
export interface SeatAsked {
  kind: "bot" | "device" | "me" | "open";
  name?: string | null;
  level?: "beginner" | "casual" | "master" | "sharp" | "steady" | null;
}

/** A table to be opened. What is not said is as usual: me against one bot. */
export interface NewTable {
  game: string;
  options?: Record<string, string>;
  seats?: SeatAsked[];
  clock?: NoClock | MoveClock | DaysClock;
  help?: boolean;
}

/** Take an open seat: the first one, or this one. */
export interface Join {
  name?: string | null;
  seat?: number | null;
}

/** One of my seats; null for all of them. */
export interface SeatChoice {
  seat?: number | null;
}

/** What I am called; null to take the name back. */
export interface Me {
  name: string | null;
}

/** Who sits there. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string | null;
  level: "beginner" | "casual" | "master" | "sharp" | "steady" | null;
  here: boolean;
  stood_in: boolean;
}

/** A table, without the game that is played at it. */
export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, string>;
  seats: SeatInfo[];
  clock: NoClock | MoveClock | DaysClock;
  help: boolean;
  status: "over" | "playing" | "waiting";
  commitment: string;
  seed: string | null;
  rematch: string | null;
  created: number;
}

/** What concerns this connection alone. */
export interface You {
  seats: number[];
  undo: number[];
}

/** One of my tables, in a line. */
export interface Listing {
  id: string;
  game: string;
  edition: string;
  status: "over" | "playing" | "waiting";
  names: (string | null)[];
  kinds: ("bot" | "open" | "person")[];
  seats: number[];
  turn: number | null;
  my_turn: boolean;
  updated: number;
}

/** An option that a table may choose. */
export interface OptionInfo {
  name: string;
  about: string;
}

/** An edition of a game. */
export interface EditionInfo {
  name: string;
  about: string;
  players: [number, number];
  options: Record<string, string>;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  editions: EditionInfo[];
  options: OptionInfo[];
  levels: string[];
}

/** All that is kept of a person. */
export interface MyData {
  name: string | null;
  created: number | null;
  tables: Listing[];
}

/** Why something was refused, and what would be right. */
export interface Problem {
  code: string;
  reason: string;
  clause?: string | null;
  version?: number;
}

/** A bot's own identity, for `Authorization: Bearer …`. */
export interface Token {
  token: string;
}

/** Where a tile fits. */
export interface ChrominoPlace {
  lay: string;
  contacts: [number, number, number][];
  points: number;
}

/** What everybody knows of a seat. */
export interface ChrominoSeatView {
  count: number;
  shown: string[];
  known: string[];
  score: number;
  tiles_drawn: number;
  called: boolean;
  forgot: boolean;
  stuck: boolean;
  fresh: boolean;
}

/** A last tile that could have been laid when its owner drew (C23). */
export interface ChrominoMissedTile {
  seat: number;
  tile: string;
}

/** All that a seat, or a spectator (null), may know. */
export interface ChrominoView {
  game: "chromino";
  seat: number | null;
  options: Record<string, string>;
  board: string[];
  laid_by: (number | null)[];
  bag: number;
  seats: ChrominoSeatView[];
  hand: string[];
  first: number;
  turn: number | null;
  held: number | null;
  draws: number;
  drawn_tile: string | null;
  passes: number;
  stop: number | null;
  claim: ChrominoMissedTile | null;
  legal: string[];
  places: ChrominoPlace[];
  claims: ChrominoPlace[];
  outcome: Outcome | null;
}

/** A tile was laid. */
export interface ChrominoLaid {
  event: "laid";
  seat: number;
  lay: string;
  points: number;
}

/** A tile was drawn; null for those who may not see it. */
export interface ChrominoDrew {
  event: "drew";
  seat: number;
  tile: string | null;
}

/** A seat shows its last tile (C20). */
export interface ChrominoShown {
  event: "shown";
  seat: number;
  tile: string;
}

/** A seat said "Chromino" (C22). */
export interface ChrominoCalled {
  event: "called";
  seat: number;
}

/** A seat was found not to have said it (C22). */
export interface ChrominoSpotted {
  event: "spotted";
  seat: number;
  by: number;
}

/** A seat was shown where its last tile could have gone (C23). */
export interface ChrominoClaimed {
  event: "claimed";
  seat: number;
  by: number;
  lay: string;
}

/** Joined triangles of one colour (F15). */
export interface FlorentineSpace {
  colour: string;
  gems: number;
  open: number;
  triangles: [number, number, string][];
}

/** What everybody knows of a seat. */
export interface FlorentineSeatView {
  colour: string;
  gem: string;
  count: number;
  gems: number;
  closed: number;
  black: [number, number] | null;
  black_done: boolean;
}

/** All that a seat, or a spectator (null), may know. */
export interface FlorentineView {
  game: "florentine";
  seat: number | null;
  options: Record<string, string>;
  board: string[];
  laid_by: (number | null)[];
  spaces: FlorentineSpace[];
  stack: number;
  pool: string[];
  seats: FlorentineSeatView[];
  hand: string[];
  first: number;
  turn: number | null;
  stage: string;
  fresh_deals: number;
  legal: string[];
  outcome: Outcome | null;
}

/** A card was laid (F7), and closed some spaces (F15). */
export interface FlorentineLaid {
  event: "laid";
  seat: number;
  lay: string;
  closed: FlorentineSpace[];
}

/** A card was put aside, face up (F8). */
export interface FlorentinePutAside {
  event: "putaside";
  seat: number;
  card: string;
}

/** A card was drawn; null for those who may not see it. */
export interface FlorentineDrew {
  event: "drew";
  seat: number;
  card: string | null;
}

/** Nobody could lay: all hands were put aside and dealt anew (F11). */
export interface FlorentineFreshDeal {
  event: "freshdeal";
  aside: string[];
}

/** The stack is used up: the hands join the cards aside (F12). */
export interface FlorentinePoolOpened {
  event: "poolopened";
  pool: string[];
}

/** Nothing fits any more: now the black cards (F13, F14). */
export interface FlorentineBlackTurn {
  event: "blackturn";
}

/** A black card was laid (F14). */
export interface FlorentineBlackLaid {
  event: "blacklaid";
  seat: number;
  lay: string;
  closed: FlorentineSpace[];
}

/** Do something, as a record writes it. */
export interface Act {
  type: "act";
  key: string;
  version: number;
  seat: number;
  action: string;
}

/** Take back what this seat did last. */
export interface Undo {
  type: "undo";
  key: string;
  version: number;
  seat: number;
}

/** Ask why something may not be done, without doing it. */
export interface Why {
  type: "why";
  seat: number;
  action: string;
}

/** Ask for all that came after a version. */
export interface Sync {
  type: "sync";
  since: number;
}

/** The whole table, as these seats may see it. */
export interface Snapshot {
  type: "snapshot";
  version: number;
  table: TableInfo;
  you: You;
  views: View[];
  seconds_left: number | null;
}

/** What happened at a table, and how things stand now. */
export interface Update {
  type: "update";
  version: number;
  events: GameEvent[];
  laid: Piece[];
  views: ViewUpdate[] | null;
  you: You;
  table: TableInfo | null;
  seconds_left: number | null;
}

/** Nothing was missed since the version that was named. */
export interface Current {
  type: "current";
  version: number;
  seconds_left: number | null;
}

/** It is done, stored, and will not be lost. */
export interface Confirmed {
  type: "confirmed";
  key: string;
  version: number;
}

/** It was not done. Of "stale" things a snapshot follows; what is "away" may be tried again. */
export interface Refused {
  type: "refused";
  key: string | null;
  code: string;
  reason: string;
  clause: string | null;
  version: number | null;
}

/** The answer to why: null if it may be done. */
export interface Reason {
  type: "reason";
  seat: number;
  action: string;
  reason: string | null;
  clause: string | null;
}

/** All that came after a version: the updates, or where they are too many the whole table. */
export interface Events {
  updates: Update[];
  snapshot: Snapshot | null;
}

/** A tile or card to be placed. */
export interface ConundrumPiece {
  piece: string;
  places: string[];
}

/** A board and some pieces whose places are to be found, each on the given board alone. */
export interface ConundrumInfo {
  game: string;
  seed: string;
  difficulty: number;
  board: string[];
  pieces: ConundrumPiece[];
}

/** A game to be looked at again, as a record. */
export interface ReviewAsked {
  record: string;
}

/** What a move was worth: its share of the win. */
export interface ReviewValue {
  share: number;
  error: number;
  proved: boolean;
}

/** A move that was made where there was a choice. */
export interface ReviewDecision {
  ply: number;
  seat: number;
  action: string;
  choices: number;
  made: ReviewValue;
  best: ReviewValue;
  loss: number;
  loss_error: number;
  preferred: string[];
  missed_win: boolean;
  mark: string;
}

/** How a seat came to its result: fair share, skill and luck. */
export interface ReviewSeat {
  seat: number;
  result: number | null;
  fair: number;
  lost: number;
  given: number;
  skill: number;
  luck: number | null;
  decisions: number;
  mistakes: number;
}

/** A game looked at again. */
export interface ReviewInfo {
  game: string;
  check: string;
  rollouts: number;
  seed: number;
  decisions: ReviewDecision[];
  seats: ReviewSeat[];
}

export type Clock = NoClock | MoveClock | DaysClock;

export type Triangle = [number, number, string];

export type ChrominoEvent = ChrominoLaid | ChrominoDrew | ChrominoShown | ChrominoCalled | ChrominoSpotted | ChrominoClaimed | Passed | TookBack | Turn | Ended;

export type FlorentineEvent = FlorentineLaid | FlorentinePutAside | FlorentineDrew | FlorentineFreshDeal | FlorentinePoolOpened | FlorentineBlackTurn | FlorentineBlackLaid | Passed | TookBack | Turn | Ended;

export type GameEvent = ChrominoEvent | FlorentineEvent;

export type View = ChrominoView | FlorentineView;

export type ViewUpdate = Omit<ChrominoView, "board" | "laid_by" | "options"> | Omit<FlorentineView, "board" | "laid_by" | "options">;

export type ClientMessage = Act | Undo | Why | Sync;

export type ServerMessage = Snapshot | Update | Current | Confirmed | Refused | Reason;

export type Level = "beginner" | "casual" | "master" | "sharp" | "steady";
