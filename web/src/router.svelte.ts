// A tiny router: the address bar is the state. A path like /table/ID is the same on every site; home.ts makes links of it.

import { DEFAULT_GAME, gameUi, isGame, type GameName } from "./games";
import { href, pathOf } from "./home";

export type Route =
  | { screen: "home" }
  | { screen: "setup"; game: GameName; way: string }
  | { screen: "table"; id: string }
  | { screen: "replay"; id: string | null; ply: number | null }
  | { screen: "conundrum"; game: GameName; seed: string | null; level: number; kind: string; own: string | null }
  | { screen: "sheet"; game: GameName; seed: string | null; level: number; count: number; kind: string }
  | { screen: "days"; game: GameName; kind: string; month: string | null }
  | { screen: "run"; game: GameName }
  | { screen: "editor"; game: GameName; own: string | null }
  | { screen: "learn"; game: GameName; part: "course" | "rules"; edition: string | null }
  | { screen: "lost" };

/** How hard conundrums are, and the usual level. */
export const LEVELS: readonly number[] = [1, 2, 3, 4, 5];
export const LEVEL = 3;
/** On a sheet: from the easiest to the hardest. */
export const RISING = 0;
/** How many conundrums go on a sheet. */
export const COUNTS: readonly number[] = [1, 2, 4, 6];

function game(text: string | undefined): GameName {
  return isGame(text) ? text : DEFAULT_GAME;
}

/** A number of the address, if it is one of those that there are. */
function among(text: string | null, numbers: readonly number[], otherwise: number): number {
  return numbers.find((each) => String(each) === text) ?? otherwise;
}

/** The seed of a conundrum; null (that of the day) for a text that no server accepts. */
function seed(text: string | null): string | null {
  return text !== null && /^[a-z0-9-]{1,40}$/.test(text) ? text : null;
}

/** A kind of conundrum that the game has; without one, or with another, the usual one. */
function kind(of: GameName, text: string | null): string {
  const { conundrums } = gameUi(of);
  return (conundrums.find((each) => each.name === text) ?? conundrums[0]!).name;
}

/** A month like 2026-03; null for any other text. */
function month(text: string | null): string | null {
  return text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}

/** The screen that a path with its query stands for. */
export function parse(address: string): Route {
  const [path = "", query = ""] = address.split("?");
  const [first = "", second, third, fourth] = path.split("/").filter((part) => part !== "");
  const values = new URLSearchParams(query);
  switch (first) {
    case "":
      return { screen: "home" };
    case "setup":
      return { screen: "setup", game: game(second), way: third ?? "bots" };
    case "table":
      return second ? { screen: "table", id: second } : { screen: "lost" };
    case "replay": {
      const ply = values.get("move");
      // Without a table it is a record that is opened from a file.
      return { screen: "replay", id: second ?? null, ply: ply === null ? null : Math.trunc(Number(ply)) || 0 };
    }
    case "conundrum": {
      const of = game(second);
      const level = among(values.get("level"), LEVELS, LEVEL);
      return { screen: "conundrum", game: of, seed: seed(values.get("seed")), level, kind: kind(of, values.get("kind")), own: values.get("own") };
    }
    case "days":
      return { screen: "days", game: game(second), kind: kind(game(second), values.get("kind")), month: month(values.get("month")) };
    case "run":
      return { screen: "run", game: game(second) };
    case "editor":
      return { screen: "editor", game: game(second), own: values.get("own") };
    case "sheet": {
      const level = among(values.get("level"), [RISING, ...LEVELS], RISING);
      return { screen: "sheet", game: game(second), seed: seed(values.get("seed")), level, count: among(values.get("count"), COUNTS, 4), kind: kind(game(second), values.get("kind")) };
    }
    case "learn":
      return { screen: "learn", game: game(second), part: third === "rules" ? "rules" : "course", edition: fourth ?? null };
    default:
      return { screen: "lost" };
  }
}

class Router {
  route = $state<Route>({ screen: "home" });

  start(): void {
    this.read();
    window.addEventListener("popstate", () => this.read());
    // Every link inside the page goes through here, so that plain <a href> is all a screen needs.
    document.addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest?.("a");
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const path = link.target || link.hasAttribute("download") ? null : pathOf(link);
      if (path === null) return;
      event.preventDefault();
      this.go(path);
    });
  }

  go(path: string, replace = false): void {
    if (replace) this.rewrite(path);
    else history.pushState(null, "", href(path));
    this.read();
    window.scrollTo(0, 0);
  }

  /** Changes the address only: the screen shows what it stands for already. */
  rewrite(path: string): void {
    history.replaceState(null, "", href(path));
  }

  /** Goes on from a screen, unless the person has left it in the meantime. */
  from(route: Route, path: string): void {
    if (this.route === route) this.go(path);
  }

  private read(): void {
    this.route = parse(pathOf(new URL(location.href)) ?? "/");
  }
}

export const router = new Router();
