import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server to which `npm run dev` forwards requests; `tessella serve` listens there.
const server = process.env["TESSELLA_URL"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  // Files name each other by relative addresses, so that the page works in any folder.
  base: "./",
  build: {
    // The package folder that the server serves.
    outDir: "../src/tessella/server/client",
    emptyOutDir: true,
    // tools/finish.mjs reads it.
    manifest: true,
    target: "es2022",
    // The content policy of the server allows no data: scripts or fonts; small files are as quick over HTTP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What most screens need goes into one file, rather than into one for each combination of screens.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 5 }] } } },
  },
  server: {
    proxy: { "/api": { target: server, ws: true }, "/engine": { target: server } },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
  },
});
