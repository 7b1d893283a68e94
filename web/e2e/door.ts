// A door to the server that can be shut, and that may hand out another worker: as after an update, or in front of a
// server that is down while the network is not.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { World } from "./world";

export class Door {
  address = "";
  /** The version that the page and its worker claim to be; null for the real one. */
  version: string | null = null;
  shut = false;
  private server!: Server;

  async open(world: World): Promise<void> {
    this.server = createServer((asked, answer) => {
      void (async () => {
        if (this.shut) return asked.socket.destroy();
        const found = await fetch(world.address + asked.url, { method: asked.method ?? "GET" });
        let body = Buffer.from(await found.arrayBuffer());
        // Both the page and the worker name the version.
        const versioned = asked.url === "/sw.js" || found.headers.get("content-type")?.startsWith("text/html");
        if (versioned && this.version !== null) body = Buffer.from(body.toString().replace(/(version" content="|VERSION = ")[0-9a-f]{12}/, `$1${this.version}`));
        const kept = ["content-type", "cache-control", "content-security-policy"];
        const headers = kept.flatMap((name) => (found.headers.has(name) ? [[name, found.headers.get(name)!] as const] : []));
        answer.writeHead(found.status, Object.fromEntries(headers)).end(body);
      })().catch(() => asked.socket.destroy());
    });
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
