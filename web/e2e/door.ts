// A door to the server that can be shut, and that may hand out another worker: as after an update, or in front of a
// server that is down while the network is not.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { World } from "./world";

export class Door {
  address = "";
  /** The stamp of the page that the worker is told of; null for the real one. */
  stamp: string | null = null;
  shut = false;
  private server!: Server;

  async open(world: World): Promise<void> {
    this.server = createServer((asked, answer) => {
      void (async () => {
        if (this.shut) return asked.socket.destroy();
        const found = await fetch(world.address + asked.url, { method: asked.method ?? "GET" });
        let body = Buffer.from(await found.arrayBuffer());
        if (asked.url === "/sw.js" && this.stamp !== null) body = Buffer.from(body.toString().replace(/page-[0-9a-f]{12}/, `page-${this.stamp}`));
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
