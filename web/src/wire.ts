// Written by `python -m tessella.tables.wire.typescript` from the server's types. Do not change it by hand.

/** A tile or card on the board, as in a record: "BGR@4,-2>" or "RRbg@1,0". */
export interface Piece {
  lay: string;
  seat: number | null;
}

/** No time limit. */
export interface NoClock {
  kind: "none";
}

/** Seconds for each turn; then a bot acts. */
export interface MoveClock {
  kind: "move";
  seconds: number;
}

/** Days for each turn; then a bot acts. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** Who takes a seat: me, another person on my device, a bot, or a person who comes with the link. */
export interface SeatRequest {
  kind: "bot" | "device" | "me" | "open";
  name?: string | null;
  level?: "beginner" | "casual" | "master" | "sharp" | "steady" | null;
}

/** A table to be opened; by default, me against one bot. Without a seat of mine, one must be open. */
export interface NewTable {
  game: "chromino" | "florentine";
  options?: Record<string, string>;
  seats?: SeatRequest[];
  clock?: NoClock | MoveClock | DaysClock;
  help?: boolean;
  takebacks?: boolean | null;
  hints?: boolean | null;
  pace?: "at-once" | "normal" | "quick" | "slow";
  seal?: string | null;
}

/** An action of a game that was begun on a device. */
export interface MovedAction {
  seat: number;
  action: string;
}

/** A table that was begun on a device and is to go on here: its set-up, seed and actions, as in a record. */
export interface MovedTable {
  table: NewTable;
  seed: string;
  actions: MovedAction[];
}

/** Take an open seat: the first one, or this one. */
export interface Join {
  name?: string | null;
  seat?: number | null;
  seal?: string | null;
}

/** My client's contribution to the deal, once every seat is taken: that of the seal that it gave with the seat. */
export interface Contribution {
  seat: number;
  contribution: string;
}

/** One of my seats; null for all of them. */
export interface SeatChoice {
  seat?: number | null;
}

/** How fast the bots are to move from now on. */
export interface PaceChoice {
  pace: "at-once" | "normal" | "quick" | "slow";
}

/** My name; null to remove it. */
export interface Me {
  name: string | null;
}

/** A seat, as everybody may know it. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string | null;
  level: "beginner" | "casual" | "master" | "sharp" | "steady" | null;
  here: boolean;
  stood_in: boolean;
}

/** What the deal of a table is made of, as far as everybody may know it. Lists are by seat. */
export interface DealInfo {
  seals: (string | null)[];
  missing: number[];
  contributions: (string | null)[] | null;
  secret: string | null;
}

/** A table, without the game that is played at it. */
export interface TableInfo {
  id: string;
  game: "chromino" | "florentine";
  options: Record<string, string>;
  seats: SeatInfo[];
  clock: NoClock | MoveClock | DaysClock;
  help: boolean;
  takebacks: boolean;
  taken_back: number;
  hints: boolean;
  pace: "at-once" | "normal" | "quick" | "slow";
  status: "over" | "playing" | "waiting";
  commitment: string;
  deal: DealInfo;
  seed: string | null;
  rematch: string | null;
  rematch_wanted: number[];
  rematch_missing: number[];
  created: number;
}

/** What is true for this connection alone. */
export interface You {
  seats: number[];
  undo: number[];
  no_undo: ("acted" | "bot" | "limit" | "nothing" | "revealed" | "stood-in" | null)[];
}

/** One of my tables, in a list. */
export interface Listing {
  id: string;
  game: "chromino" | "florentine";
  edition: string;
  status: "over" | "playing" | "waiting";
  names: (string | null)[];
  kinds: ("bot" | "open" | "person")[];
  seats: number[];
  turn: number | null;
  my_turn: boolean;
  updated: number;
  winners?: number[] | null;
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
  name: "chromino" | "florentine";
  editions: EditionInfo[];
  options: OptionInfo[];
  levels: string[];
}

/** All that is stored about a person. */
export interface MyData {
  name: string | null;
  created: number | null;
  tables: Listing[];
}

/** Why a request was refused, and what would be right. */
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

/** Ask what the strongest bot would do in the place of this seat, which is on turn. */
export interface HintRequest {
  type: "hint";
  seat: number;
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

/** Something that speaks for an action: a code, for which the client has words, with its numbers. */
export interface HintFact {
  code: string;
  values: Record<string, number>;
}

/** The answer to a request for a hint. */
export interface HintGiven {
  type: "hint";
  version: number;
  seat: number;
  action: string;
  facts: HintFact[];
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

/** A board and some pieces; to find are all places of each piece on that board. */
export interface ConundrumInfo {
  game: "chromino" | "florentine";
  seed: string;
  difficulty: number;
  board: string[];
  pieces: ConundrumPiece[];
}

/** A game to be reviewed or replayed, as a record. */
export interface ReviewRequest {
  record: string;
}

/** The value of an action: its expected share of the win. */
export interface ReviewValue {
  share: number;
  error: number;
  proved: boolean;
}

/** An action that was chosen among several. */
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

/** The result of a seat as the sum of its fair share, skill and luck. */
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

/** The review of a game. */
export interface ReviewInfo {
  game: "chromino" | "florentine";
  check: string;
  rollouts: number;
  seed: number;
  decisions: ReviewDecision[];
  seats: ReviewSeat[];
}

/** How a game ended. */
export interface Outcome {
  winners: number[];
  reason: string;
  measure: string;
  scores: number[];
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

/** The game is over. */
export interface Ended {
  event: "ended";
  outcome: Outcome;
}

/** A seat took back what it had done last; the events of that are not sent again. */
export interface TookBack {
  event: "tookback";
  seat: number;
}

/** The clock of a seat ran out: a bot acts for it. What it did follows. */
export interface TimeRanOut {
  event: "timeranout";
  seat: number;
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
  stuck: number | null;
  fresh: number;
}

/** A last tile that could have been laid when its owner drew (C23). */
export interface ChrominoMissedTile {
  seat: number;
  tile: string;
}

/** Where a tile fits. */
export interface ChrominoPlace {
  lay: string;
  contacts: [number, number, number][];
  points: number;
}

/** What one seat (`seat`), or a spectator (None), may know. */
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
  held: number;
  draws: number;
  drawn_tile: string | null;
  passes: number;
  stop: number | null;
  claim: ChrominoMissedTile | null;
  legal: string[];
  outcome: Outcome | null;
  places: ChrominoPlace[];
  claims: ChrominoPlace[];
}

/** A tile was laid. */
export interface ChrominoLaid {
  event: "laid";
  seat: number;
  lay: string;
  points: number;
}

/** A tile was drawn: in a turn, or as a penalty (C22, C23). Only its owner sees it, unless hands are open (C19). */
export interface ChrominoDrew {
  event: "drew";
  seat: number;
  tile: string | null;
}

/** A seat has one tile left and shows it (C20). */
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

export type ChrominoEvent = ChrominoLaid | ChrominoDrew | ChrominoShown | ChrominoCalled | ChrominoSpotted | ChrominoClaimed | Passed | Turn | Ended | TookBack | TimeRanOut;

/** A maximal set of triangles of one colour that are joined (F15). */
export interface FlorentineSpace {
  colour: string;
  gems: number;
  open: number;
  triangles: [number, number, string][];
}

/** What everybody knows of a seat. */
export interface FlorentineSeatView {
  colour: string;
  count: number;
  gems: number;
  closed: number;
  black: [number, number] | null;
  black_done: boolean;
  gem: string;
}

/** What one seat (`seat`), or a spectator (None), may know. */
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

/** A card was laid (F7). */
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

/** A card was drawn (F7, F8, F11). Only its owner sees it. */
export interface FlorentineDrew {
  event: "drew";
  seat: number;
  card: string | null;
}

/** Nobody could lay beside the first card: all hands were put aside, face up, and everybody draws four (F11). */
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

export type FlorentineEvent = FlorentineLaid | FlorentinePutAside | FlorentineDrew | FlorentineFreshDeal | FlorentinePoolOpened | FlorentineBlackTurn | FlorentineBlackLaid | Passed | Turn | Ended | TookBack | TimeRanOut;

export type View = ChrominoView | FlorentineView;

export type ViewUpdate = Omit<ChrominoView, "board" | "laid_by" | "options"> | Omit<FlorentineView, "board" | "laid_by" | "options">;

export type GameEvent = ChrominoEvent | FlorentineEvent;

export type Clock = NoClock | MoveClock | DaysClock;

export type ClientMessage = Act | Undo | Why | HintRequest | Sync;

export type ServerMessage = Snapshot | Update | Current | Confirmed | Refused | Reason | HintGiven;

export type GameName = "chromino" | "florentine";

export type Level = "beginner" | "casual" | "master" | "sharp" | "steady";

export type NoUndo = "acted" | "bot" | "limit" | "nothing" | "revealed" | "stood-in";

export type Pace = "at-once" | "normal" | "quick" | "slow";
