// Days as conundrums count them: from midnight to midnight where the person is, written like 2026-03-01.

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MILLISECONDS = 86_400_000;

/** The first day that the calendar shows. */
export const FIRST_DAY = "2026-01-01";

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** The day here, as the server writes it. */
export function today(now: Date = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Whether a seed is a day that there is. */
export function isDay(seed: string): boolean {
  if (!DAY.test(seed)) return false;
  const time = Date.parse(`${seed}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(seed);
}

/** So many days later, or earlier. Days have no clock here, so that summer time shifts none of them. */
export function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * MILLISECONDS).toISOString().slice(0, 10);
}

export function dayBefore(day: string): string {
  return shifted(day, -1);
}

/** The milliseconds until the next day begins here. On two days of the year that is not what is missing from 24 hours. */
export function untilTomorrow(now: Date = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

/** Hours and minutes for a while to come: "7:05". The last minute counts as one. */
export function hoursAndMinutes(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000));
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
}

/** The month of a day, like 2026-03. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function monthAfter(month: string, by: 1 | -1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 + by;
  return `${Math.floor(index / 12)}-${two((index % 12) + 1)}`;
}

/** The weeks of a month; null where a week begins before the month or ends after it. Weeks begin at `first`, Sunday being 0. */
export function weeksOf(month: string, first: number): (string | null)[][] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const lead = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() - first + 7) % 7;
  const all: (string | null)[] = [...Array<null>(lead).fill(null), ...Array.from({ length: days }, (_, i) => `${month}-${two(i + 1)}`)];
  while (all.length % 7 > 0) all.push(null);
  return Array.from({ length: all.length / 7 }, (_, week) => all.slice(7 * week, 7 * week + 7));
}

/** The language as it is used where the person lives, if the browser says so: days and weeks are written differently there. */
export function regional(language: string, wanted: readonly string[] = globalThis.navigator?.languages ?? []): string {
  return wanted.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;
}

/** The day on which weeks begin in a language, Sunday being 0. */
export function firstOfWeek(language: string): number {
  type Weeks = { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
  const locale = new Intl.Locale(language) as Intl.Locale & Weeks;
  return (locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }).firstDay % 7;
}

/** A day in words: "1 March 2026". */
export function dayWords(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`));
}

export function monthWords(month: string, language: string): string {
  return new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(Date.parse(`${month}-01T00:00:00Z`));
}

/** The short names of the days of a week. */
export function weekdays(language: string, first: number): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  // The 4th of January 1970 was a Sunday.
  return Array.from({ length: 7 }, (_, i) => format.format((3 + first + i) * MILLISECONDS));
}
