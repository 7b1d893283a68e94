// What the client asks of a game. Each game answers with one `GameUi`; everything outside its folder is the same for all.
//
// Functions are declared as methods so that a game may declare its own view and events as their parameters: they are
// only ever called with those.

import type { Component } from "svelte";
import type { Drawing, Metrics, Scene } from "../board/scene";
import type { Mark } from "../board/spots";
import type { Box } from "../board/view";
import type { Key, Values } from "../i18n/index.svelte";
import type { GameEvent, HintFact, Level, Outcome, Piece, TableInfo, View } from "../wire";
import type { Adapter, Fit } from "./adapter";
import type { OptionChoice } from "./options";

export type Options = Readonly<Record<string, string>>;

/** The name of the player at a seat. */
export type Namer = (seat: number) => string;

/** What every screen may need, loaded at once. */
export interface GameUi<V = View, E = GameEvent> {
  /** As in addresses, records and the keys of words. */
  readonly name: string;
  /** A position from a real game, for the home page. */
  readonly sample: readonly string[];
  readonly setup: SetupUi;
  readonly board: BoardUi;
  /** Shows the colours of the palette; null if another game's colours show it well enough. */
  readonly Swatches: Component | null;
  /** What tables, replays and conundrums need. */
  play(): Promise<PlayUi<V, E>>;
  /** The course and the rules. */
  learn(): Promise<LearnUi>;
}

export interface SetupUi {
  /** The names of the editions, the usual one first. */
  readonly editions: readonly string[];
  /** The fewest and the most seats, over all editions. */
  readonly players: readonly [number, number];
  readonly options: readonly OptionChoice[];
  /** Who begins in an edition, before the server says so. */
  first(edition: string): "random" | "drawn";
  /** What to write beside a seat, counted from 1; null for nothing. */
  seatLabel(seat: number): Key | null;
}

export interface IconProps extends Record<string, unknown> {
  piece: string;
  /** How it is turned, as on the board. */
  turn?: number;
  /** Lying rather than standing; for pieces that are longer than wide. */
  lying?: boolean;
  /** The colour of the seat that it belongs to, where seats have colours. */
  colour?: string | null;
}

export interface FaceProps extends Record<string, unknown> {
  /** Which bot at the table it is, from 0. */
  n: number;
  level: Level | null;
}

/** Lengths in CSS. */
export interface Size {
  width: string;
  height: string;
}

export interface PieceSizes {
  /** In a rack: the greatest width and the least, in pixels, and the aspect ratio. */
  rack: { most: number; least: number; aspect: string };
  /** In a line of text: the aspect ratio, lying. */
  log: string;
  /** Among the pieces of a conundrum; on paper; on paper among the solutions. */
  conundrum: Size;
  paper: Size;
  solution: Size;
  /** In a list of the whole set; among those that are left in the end. */
  listed: Size;
  left: Size;
}

/** A board that is only looked at: on the home page, on paper to be solved, or as a solution. */
export type Purpose = "sample" | "problem" | "solution";

export interface BoardUi {
  readonly metrics: Metrics;
  readonly sizes: PieceSizes;
  /** The face of a bot, drawn from the game's pieces. */
  readonly Face: Component<FaceProps>;
  /** One piece by itself, as in a rack. */
  readonly Icon: Component<IconProps>;
  /** The area that a placement covers. */
  area(lay: string): Box;
  /** A picture of the board. `marked` are placements that must be in sight. */
  picture(board: readonly string[], purpose: Purpose, marked?: readonly string[]): Scene;
}

/** One of the rules of a table, in words. */
export interface Line {
  key: Key;
  values?: Values;
}

/** A button of the turn bar. */
export interface BarAction {
  label: string;
  action: string;
  /** Not the first thing to do now. */
  secondary: boolean;
  /** The letter that does it on a keyboard, in every language. */
  key: string;
  /** Offered even while a piece is about to be laid or a move is being sent. */
  always?: boolean;
}

/** The situation that the turn bar shows. */
export interface TurnContext<V = View> {
  view: V;
  seat: number | null;
  myTurn: boolean;
  claiming: boolean;
  /** Whether the table shows where pieces fit. */
  help: boolean;
  /** The piece in hand, and whether it fits anywhere. */
  piece: string | null;
  fitsSomewhere: boolean;
}

export interface TurnContent {
  /** What the seat on turn has to do. */
  prompt: string;
  /** A word besides, while nothing lies on the board to be laid. */
  note: string;
  actions: BarAction[];
}

/** What a player's chip shows besides the name. */
export interface SeatChip {
  /** Instead of the initial of the name. */
  badge: Drawing | null;
  detail: string;
  /** Something that the seat has just called out. */
  note: string;
  /** The number of pieces that it holds; null where that says nothing. */
  count: number | null;
  /** The seat's pieces, as far as everybody sees them. */
  hand: Drawing | null;
  score: { value: number; measure: Key } | null;
  /** What others may do about the seat. */
  action: { label: string; action: string } | null;
}

/** What scores count, and whether few are better than many. */
export interface Measure {
  label: Key;
  fewestFirst: boolean;
}

/** Stands for the piece in a line of the log: its picture goes there. */
export const PIECE = "\uFFFC";

/** A line of the log, with the piece that it is about as a picture. */
export interface LogLine {
  /** The seat that did it; null for what happened to all. */
  seat: number | null;
  /** With `PIECE` where the picture goes. */
  text: string;
  piece: string | null;
}

/** What a line says also depends on who reads it, and on what happened before and after. */
export interface LineContext<E = GameEvent> {
  /** The seat that reads it; null for a spectator, and while a device is handed over. */
  own: number | null;
  before: E | null;
  after: E | null;
}

/** Pieces, placements, actions and events in words. */
export interface Words<E = GameEvent> {
  piece(piece: string): string;
  /** A piece of the rack, and whether it fits somewhere; null if that is not to be said. */
  rack(piece: string, fits: boolean | null): string;
  /** A placement: what, and where. */
  lay(lay: string): string;
  /** Something that speaks for an action, in a few words. */
  fact(fact: HintFact, name: Namer): string;
  /** An action of a record, as a suggestion. */
  action(action: string): string;
  /** An action of a record, as something that a seat did. */
  step(action: string, seat: number, name: Namer): string;
  /** A line for the log; null for what is not worth one. Aloud it also says where a piece was laid. */
  event(event: E, name: Namer, aloud: boolean): string | null;
  /** The same for the eye. A drawn piece is shown to its owner only. */
  line(event: E, name: Namer, context: LineContext<E>): LogLine | null;
}

/** A piece of the whole set. */
export interface SetPiece {
  piece: string;
  /** Whether it lies on the board, in the player's hand, or was seen elsewhere. */
  seen: boolean;
}

export interface PlayUi<V = View, E = GameEvent> {
  words(options: Options): Words<E>;
  /** A view as a board. `own` is the seat whose pieces stand out; `extent` are placements that must be in sight. */
  scene(view: V, own: number | null, extent?: readonly string[]): Scene;
  adapter(view: V, claiming: boolean): Adapter;
  /** A conundrum: its board, and how the pieces fit on it. */
  conundrum(board: readonly string[], places: readonly string[]): { scene: Scene; adapter: Adapter };
  /** The placement of an action, if a board can show it as the better move; null if not. */
  suggestion(action: string): string | null;
  /** The pieces that a seat may take up. */
  rack(view: V, seat: number, claiming: boolean): readonly string[];
  rackTitle(view: V): Key;
  /** The piece just drawn, which is taken up at once. */
  freshPiece(view: V): string | null;
  /** The colour of a seat, where seats have colours. */
  colour(view: V, seat: number | null): string | null;
  /** The whole set in its order, and which of it a seat has seen; null for what everybody has seen. */
  unseen(view: V, seat: number | null): SetPiece[];
  /** Whether laying a piece now brings something hidden to light, so that it cannot be taken back. */
  reveals(view: V): boolean;
  /** What a seat has left when the game is over. */
  leftover(view: V, seat: number): readonly string[];
  /** An event as those may hear it who do not see the seat's hidden pieces. */
  concealed(event: E): E;
  /** The colour by which a seat is known at the table, in CSS; null for that of its number. */
  tint(view: V, seat: number): string | null;
  /** All that lies, in the order in which it was laid. */
  laid(view: V): Piece[];
  /** The last placement by a player. */
  last(view: V, log: readonly E[]): string | null;
  /** Whether others may not see the seat's pieces: then they are covered on a shared device. */
  handHidden(view: V): boolean;
  /** The seat that missed a place which this seat may now show. */
  claimable(view: V, seat: number | null): number | null;
  /** What a seat may do although it is not its turn. */
  outOfTurn(view: V, name: string): { label: string; action: string }[];
  turn(context: TurnContext<V>): TurnContent;
  chip(view: V, seat: number, mine: boolean): SeatChip;
  /** What is left to draw, and how much lies beside the board. `onlook` opens the dialog that `beside` draws. */
  counters(view: V, onlook: () => void): Drawing;
  /** A dialog that shows what lies beside the board; null for a game where nothing does. */
  beside(view: V, onclose: () => void): Drawing | null;
  measure(outcome: Outcome): Measure;
  help(table: TableInfo): Line[];
  /** The piece that an event brought to the board; null if it brought none. */
  laidBy(event: E): Piece | null;
  /** The piece that an event brought to a hand, as far as this browser may know it; null if it brought none. */
  drawnBy(event: E): { seat: number; piece: string | null } | null;
  /** The sound of an event; null for none of its own. */
  sound(event: E): "laid" | "drew" | null;
}

/** What a lesson asks for: a piece to be laid, perhaps after drawing one, a piece to be put aside, or a choice. */
export type Task = "lay" | "draw" | "aside" | "choose";

/** Pictures and their names, for what a lesson shows for the first time. */
export interface Sign {
  pictures: readonly Drawing[];
  names: readonly Key[];
}

/** One of several things to choose in a lesson. */
export interface LessonChoice extends Sign {
  value: string;
}

/** A lesson of the course. Its places come from the rules (web/tools/lessons.py). */
export interface Lesson {
  key: string;
  task: Task;
  board: readonly string[];
  rack: readonly string[];
  /** What the rack is called. */
  rackTitle: Key;
  /** What to do first. */
  prompt: Key;
  /** A piece that is drawn in this lesson. */
  drawn: string | null;
  /** Where the piece lies at first. */
  start: { x: number; y: number; turn: number } | null;
  /** The only right answers; null if every place is one. */
  goal: readonly string[] | null;
  choices: readonly LessonChoice[];
  signs: readonly Sign[];
  /** Words for the texts of the lesson. */
  names: Readonly<Record<string, Key>>;
  colour: string | null;
  adapter: Adapter<Fit>;
  /** The board before or after a placement. */
  scene(laid: string | null): Scene;
}

/** Paragraphs of the rules. A paragraph's key is the clause that it explains ("C5"), and after a dot what tells it apart
 * from another one of the same clause ("C5.corners"). */
export interface Section {
  /** The key of its title. */
  title: string;
  text: readonly string[];
  figures?: readonly string[];
}

/** A picture in the rules. */
export interface Figure {
  scene: Scene;
  /** The piece laid last. */
  last: Box | null;
  marks: readonly Mark[];
  /** Areas to be dashed, and whether they are numbered. */
  dashed: readonly Box[];
  numbered: boolean;
  /** What the last piece scores, as a sum. */
  sum: string | null;
}

export interface LearnUi {
  /** The course, as it goes on after a choice in one of its lessons; null before that. */
  lessons(choice: string | null): readonly Lesson[];
  /** The rules of each edition. */
  pages: Readonly<Record<string, readonly Section[]>>;
  figure(name: string): Figure;
  /** The width of a cell in the pictures of the rules, in rem. */
  figureCell: number;
}
