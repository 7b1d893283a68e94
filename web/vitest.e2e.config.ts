import { defineConfig } from "vitest/config";

// Whole games in a real browser, against a real server: slow, two files at a time.
// TESSELLA_BROWSER_TESTS: `quick` or `slow` for a part of them.

/** Long games, every size and language, the engine, bad networks: minutes for a few tests. `make longtest` runs them. */
const SLOW = [
  "alone", "company", "connection", "device", "engine", "fingers", "framing", "languages", "meccano", "memory", "offline",
  "rules", "static", "weather",
].map((name) => `e2e/${name}.test.ts`);
const part = process.env["TESSELLA_BROWSER_TESTS"];

export default defineConfig({
  test: {
    include: part === "slow" ? SLOW : ["e2e/**/*.test.ts"],
    exclude: part === "quick" ? SLOW : [],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // A browser on a busy machine is now and then too slow for a test; one that is broken fails every time.
    retry: 1,
  },
});
