// Tests that share a server and a browser.

import { afterAll, beforeAll, describe, expect } from "vitest";
import { lacking, World, type Wish } from "./world";

const missing = lacking();
if (missing) console.log(`SKIPPED: THE TESTS IN THE BROWSER, because ${missing}`);

/** Tests in a world of their own; left out where there is no browser. In the end no page may have complained of anything. */
export function suite(name: string, tests: (world: World) => void, wish: Wish = {}): void {
  describe.skipIf(missing !== null)(name, () => {
    const world = new World(wish);
    beforeAll(() => world.open());
    afterAll(async () => {
      await world.close();
      expect(world.faults).toEqual([]);
    });
    tests(world);
  });
}
