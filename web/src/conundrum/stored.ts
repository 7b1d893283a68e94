// Reads what was stored in the browser, whatever that is: by hand, by a former version of the page, or half of it.

type Values = Record<string, unknown>;

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface Sections {
  /** The entries of a section that `readEntry` can read. */
  values<T>(name: string, readEntry: (value: unknown) => T | null): Record<string, T>;
  /** The same for entries that are objects. */
  objects<T>(name: string, readEntry: (value: Values) => T | null): Record<string, T>;
  /** Whether anything could not be read so far. */
  damaged(): boolean;
}

/** The sections of a stored text. */
export function sectionsOf(text: string | null): Sections {
  let damaged = false;
  let whole: Values = {};
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (isObject(value)) whole = value;
    else damaged = true;
  } catch {
    damaged = true;
  }

  function values<T>(name: string, readEntry: (value: unknown) => T | null): Record<string, T> {
    const section = Object.hasOwn(whole, name) ? whole[name] : {};
    if (!isObject(section)) {
      damaged = true;
      return {};
    }
    const entries: [string, T][] = [];
    for (const [key, value] of Object.entries(section)) {
      const entry = readEntry(value);
      if (entry === null) damaged = true;
      else entries.push([key, entry]);
    }
    return Object.fromEntries(entries);
  }

  return {
    values,
    objects: (name, readEntry) => values(name, (value) => (isObject(value) ? readEntry(value) : null)),
    damaged: () => damaged,
  };
}
