// What is left on a clock. It is rounded down: a clock never shows more than there is.

import { t } from "../i18n/index.svelte";

/** From here on the clock is urgent, in seconds. */
export const URGENT = 10;

/** The whole seconds until then; `most` is what a turn may take, whatever this browser's clock says. */
export function secondsLeft(until: number, now: number, most: number = Infinity): number {
  return Math.max(0, Math.floor(Math.min((until - now) / 1000, most)));
}

/** "2 days 5 h", "5 h 20 min" or "1:20". */
export function clockText(seconds: number): string {
  const [minute, hour, day] = [60, 3600, 86_400];
  if (seconds >= day) {
    const hours = Math.floor((seconds % day) / hour);
    return [t("clock.daysLeft", { n: Math.floor(seconds / day) }), ...(hours > 0 ? [t("clock.hoursLeft", { n: hours })] : [])].join(" ");
  }
  if (seconds >= hour) {
    const minutes = Math.floor((seconds % hour) / minute);
    return [t("clock.hoursLeft", { n: Math.floor(seconds / hour) }), ...(minutes > 0 ? [t("clock.minutesLeft", { n: minutes })] : [])].join(" ");
  }
  return `${Math.floor(seconds / minute)}:${String(seconds % minute).padStart(2, "0")}`;
}
