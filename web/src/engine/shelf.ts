// The tables on this device as the page lists them, from what is stored.

import type { Listing } from "../wire";
import type { Shelved } from "./protocol";

/** The head of a stored table, as far as the page reads it. */
interface Head {
  listing?: Listing;
}

export interface DeviceTables {
  listings: Listing[];
  /** The ids of those that cannot be read. */
  unreadable: string[];
}

/** What there is to list, of what is stored. */
export function listed(shelf: readonly Shelved[]): DeviceTables {
  const listings: Listing[] = [];
  const unreadable: string[] = [];
  for (const { id, head } of shelf) {
    const listing = listingOf(head);
    if (listing?.id === id) listings.push(listing);
    else unreadable.push(id);
  }
  return { listings, unreadable };
}

function listingOf(head: string): Listing | null {
  try {
    const { listing } = JSON.parse(head) as Head;
    return listing && Array.isArray(listing.kinds) && Array.isArray(listing.names) ? listing : null;
  } catch {
    return null; // it is damaged
  }
}
