import { afterEach, beforeEach, expect, it, vi } from "vitest";

let state: string;
let tones: number;
/** Lets the sound go on; null if nobody has asked for it. */
let wake: (() => void) | null;
let play: (typeof import("../src/sounds"))["play"];
let settings: { sound: boolean };
let touched: EventTarget;

class Context {
  currentTime = 0;
  destination = {};

  get state(): string {
    return state;
  }

  resume(): Promise<void> {
    return new Promise((resolve) => {
      wake = () => {
        state = "running";
        resolve();
      };
    });
  }

  createOscillator(): object {
    const ramp = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
    return { frequency: ramp, connect: (next: object) => next, start: () => tones++, stop: () => {} };
  }

  createGain(): object {
    return { gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }, connect: () => {} };
  }
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  touched = new EventTarget();
  [state, tones, wake] = ["suspended", 0, null];
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("addEventListener", touched.addEventListener.bind(touched));
  ({ play } = await import("../src/sounds"));
  ({ settings } = await import("../src/settings.svelte"));
  settings.sound = true;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settle = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

it("wakes a sound that sleeps", async () => {
  play("laid");
  await settle();
  expect(tones).toBe(0);
  wake!();
  await settle();
  expect(tones).toBe(1);
  play("laid");
  await settle();
  expect(tones).toBe(2);
});

it("does not make up for what was not heard in time", async () => {
  play("laid");
  play("turn");
  await settle(5000);
  wake!();
  await settle();
  expect(tones).toBe(0);
});

it("is woken by the first touch, and only if there is to be any sound", () => {
  touched.dispatchEvent(new Event("pointerup"));
  expect(wake).not.toBeNull();
  wake = null;
  settings.sound = false;
  touched.dispatchEvent(new Event("keydown"));
  expect(wake).toBeNull();
});

it("takes a browser without sound as it is", async () => {
  vi.stubGlobal("AudioContext", undefined);
  play("won");
  await settle();
  expect(tones).toBe(0);
});
