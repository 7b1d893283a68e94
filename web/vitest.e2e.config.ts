import { defineConfig } from "vitest/config";

// Whole games in a real browser, against a real server: slow, two files at a time.
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // A browser on a busy machine is now and then too slow for a test; one that is broken fails every time.
    retry: 1,
  },
});
