// The edition that is on the table: each has its own word for the square that touches every colour.

import type { Key } from "../i18n/index.svelte";

class Edition {
  name = $state("classic");

  /** How the colour of a Chromino square is called. */
  colour(letter: string): Key {
    return (letter === "*" && this.name === "joker" ? "colour.joker" : `colour.${letter}`) as Key;
  }
}

export const edition = new Edition();
