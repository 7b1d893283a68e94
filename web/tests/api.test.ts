import { afterEach, expect, it, vi } from "vitest";
import { api } from "../src/api";

afterEach(() => vi.unstubAllGlobals());

function answering(body: BodyInit, status = 200): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status, headers: { "Content-Type": "application/json" } })));
}

/** Begins as it should, and breaks off. */
function broken(): ReadableStream {
  return new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode("[1,"));
      stream.error(new TypeError("network error"));
    },
  });
}

it("hands over what the server says", async () => {
  answering("[]");
  expect(await api.tables()).toEqual({ ok: true, value: [] });
  answering(JSON.stringify({ code: "full", reason: "no room" }), 409);
  expect(await api.tables()).toEqual({ ok: false, failure: { status: 409, code: "full", reason: "no room" } });
});

it("takes an answer that breaks off for none", async () => {
  const unreachable = { ok: false, failure: { status: 0, code: "unreachable", reason: "" } };
  answering(broken());
  expect(await api.tables()).toEqual(unreachable);
  answering("[1, 2");
  expect(await api.tables()).toEqual(unreachable);
});
