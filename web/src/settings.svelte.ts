// What a person chose, kept in this browser alone.

export const LANGUAGES = ["en", "fr", "es", "ca", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LOOKS = ["auto", "light", "dark"] as const;
export type Look = (typeof LOOKS)[number];
export const PALETTES = ["game", "okabe-ito", "high-contrast"] as const;
export type PaletteName = (typeof PALETTES)[number];

interface Settings {
  language: Language;
  look: Look;
  palette: PaletteName;
  sound: boolean;
  notify: boolean;
  /** Single letters and digits as shortcuts: who speaks to the computer may not want them. */
  keys: boolean;
  /** Whether conundrums show how long they take. */
  timer: boolean;
  /** Whether the engine may be fetched by itself, to play without a network. */
  engine: boolean;
  name: string;
}

const KEY = "tessella";

/** The first of the browser's languages that we speak. */
export function spoken(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((each) => each === tag.toLowerCase().split("-")[0]);
    if (language) return language;
  }
  return "en";
}

function oneOf<T extends string>(choices: readonly T[], value: unknown, otherwise: T): T {
  return choices.find((choice) => choice === value) ?? otherwise;
}

/** Settings from what was stored, whatever that is: anything unknown falls back. */
export function read(stored: unknown, languages: readonly string[]): Settings {
  const given = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  return {
    language: oneOf(LANGUAGES, given["language"], spoken(languages)),
    look: oneOf(LOOKS, given["look"], "auto"),
    palette: oneOf(PALETTES, given["palette"], "game"),
    sound: given["sound"] === true,
    notify: given["notify"] === true,
    keys: given["keys"] !== false,
    timer: given["timer"] !== false,
    engine: given["engine"] !== false,
    name: typeof given["name"] === "string" ? given["name"].slice(0, 24) : "",
  };
}

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null; // storage may be forbidden, or hold something of a former version
  }
}

export const settings: Settings = $state(read(stored(), globalThis.navigator?.languages ?? []));

/** Keeps the settings and shows them on the page. To be called once, inside an effect. */
export function apply(): void {
  const root = document.documentElement;
  root.dataset["look"] = settings.look;
  root.dataset["palette"] = settings.palette;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Then they hold until the page is closed.
  }
}

export function calm(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
