import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The server to which `npm run dev` forwards requests; `tessella serve` listens there.
const server = process.env["TESSELLA_URL"] ?? "http://127.0.0.1:8000";

/** Notes the packages whose code or files are in the page, for the list of components in a wheel. */
function components(): Plugin {
  return {
    name: "components",
    apply: "build",
    generateBundle(_, bundle) {
      const names = new Set<string>();
      for (const file of Object.values(bundle)) {
        const sources = file.type === "chunk" ? file.moduleIds : file.originalFileNames;
        for (const source of sources) {
          const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? /^\0(vite|rolldown)\//.exec(source);
          if (match?.[1]) names.add(match[1]);
        }
      }
      const list = [...names].sort().map((name) => {
        const about = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), "utf8"));
        return { type: "npm", name, version: about.version as string, licence: about.license as string };
      });
      this.emitFile({ type: "asset", fileName: "components.json", source: JSON.stringify(list, null, 1) + "\n" });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), components()],
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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 9 }] } } },
  },
  server: {
    proxy: { "/api": { target: server, ws: true }, "/engine": { target: server } },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
  },
});
