// Words by their keys. No text lives in code: a test finds keys that are missing somewhere or used nowhere.

import { LANGUAGES, settings, type Language } from "../settings.svelte";
import type en from "./en.json";

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
/** A text, or one for each plural form; `n` decides which. */
export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Record<Key, Entry>;

const CATALOGUES: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import("./en.json"),
  fr: () => import("./fr.json"),
  es: () => import("./es.json"),
  ca: () => import("./ca.json"),
  de: () => import("./de.json"),
};

/** A text with its values filled in. */
export function fill(entry: Entry | undefined, language: string, values: Values): string {
  if (entry === undefined) return "";
  let text: string | undefined;
  if (typeof entry === "string") text = entry;
  else text = entry[new Intl.PluralRules(language).select(Number(values["n"] ?? 0))] ?? entry.other;
  return (text ?? "").replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? new Intl.NumberFormat(language).format(value) : value;
  });
}

class Words {
  language = $state<Language>("en");
  private catalogue = $state.raw<Partial<Catalogue>>({});
  private requests = 0;

  /** Loads the words of a language. If that fails, those of the last language stay, or those of another are loaded. */
  async load(language: Language): Promise<void> {
    const request = ++this.requests;
    const others = this.there ? [] : LANGUAGES.filter((each) => each !== language);
    for (const each of [language, ...others]) {
      const loaded = await CATALOGUES[each]().catch(() => null);
      // Meanwhile another language may have been chosen.
      if (request !== this.requests) return;
      if (!loaded) continue;
      this.catalogue = loaded.default as Catalogue;
      this.language = each;
      return;
    }
  }

  /** Whether there are any words yet. */
  get there(): boolean {
    return Object.keys(this.catalogue).length > 0;
  }

  /** The words of a key; where a palette shows another colour, those that name that one. */
  get(key: Key, values: Values = {}): string {
    return fill(this.catalogue[`${key}.${settings.palette}` as Key] ?? this.catalogue[key], this.language, values);
  }
}

export const words = new Words();

export function t(key: Key, values: Values = {}): string {
  return words.get(key, values);
}

/** Several things in a sentence: "Anna, Ben and Chloé". */
export function list(things: string[]): string {
  return new Intl.ListFormat(words.language, { type: "conjunction" }).format(things);
}

/** A share as a percentage. */
export function percent(share: number): string {
  return new Intl.NumberFormat(words.language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** By how much a share changed, in percentage points. */
export function change(by: number): string {
  return new Intl.NumberFormat(words.language, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(by);
}

/** A size in megabytes, without the unit. */
export function megabytes(bytes: number): string {
  return new Intl.NumberFormat(words.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6);
}

/** A long while ago or a moment ago, in words. */
export function ago(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(words.language, { numeric: "auto" });
  if (seconds < 60) return format.format(0, "minute");
  if (seconds < 3600) return format.format(-Math.round(seconds / 60), "minute");
  if (seconds < 86400) return format.format(-Math.round(seconds / 3600), "hour");
  return format.format(-Math.round(seconds / 86400), "day");
}
