// A game after each of its actions. Pure, so that it can be tested without a server.

import { updatedViews } from "../live/state";
import type { Events, View } from "../wire";

/** The view at the beginning, then the one after each action. */
export function frames({ snapshot, updates }: Events): View[] {
  let views = snapshot?.views ?? [];
  const result = views.slice(0, 1);
  for (const update of updates) {
    views = updatedViews(views, update.views, update.laid);
    result.push(...views.slice(0, 1));
  }
  return result;
}

const KEY = "tessella-record";

/** The record that was opened last in this window, so that its moves have addresses that survive a reload. */
export function storedRecord(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // storage may be forbidden
  }
}

export function storeRecord(record: string): void {
  try {
    sessionStorage.setItem(KEY, record);
  } catch {
    // Then it is there until the page is closed.
  }
}
