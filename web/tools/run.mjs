// Runs a script written in TypeScript: node by itself cannot read all of it before version 24.
import { runnerImport } from "vite";

await runnerImport(process.argv[2], { configFile: false, logLevel: "error" });
