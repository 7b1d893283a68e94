// A few wooden knocks, synthesised. Off until they are switched on.

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

/** A sound that is later than this, in milliseconds, is left out. */
const LATE = 400;

/** The audio context, once it runs. Browsers start it only after a touch or key; some suspend it while the page is hidden. */
async function awake(): Promise<AudioContext | null> {
  if (context === null && globalThis.navigator?.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  if (context.state === "running") return context;
  const start = Date.now();
  await context.resume();
  return Date.now() - start < LATE ? context : null;
}

// The first touch starts the sound, so that it is there when others move.
for (const touch of ["pointerup", "keydown"]) {
  globalThis.addEventListener?.(touch, () => {
    if (settings.sound && context?.state !== "running") awake().catch(() => {});
  });
}

function knock(context: AudioContext, pitch: number, length: number, loudness: number, after = 0): void {
  const start = context.currentTime + after;
  const tone = context.createOscillator();
  const body = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.6, start);
  tone.frequency.exponentialRampToValueAtTime(pitch, start + length / 3);
  body.gain.setValueAtTime(loudness, start);
  body.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(body).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}

export type Sound = "laid" | "drew" | "turn" | "won" | "no";

export function play(sound: Sound): void {
  if (!settings.sound) return;
  // A browser without sound is not an error.
  awake().then((running) => running && strike(running, sound), () => {});
}

function strike(on: AudioContext, sound: Sound): void {
  switch (sound) {
    case "laid":
      knock(on, 180, 0.12, 0.3);
      break;
    case "drew":
      knock(on, 320, 0.08, 0.12);
      break;
    case "turn":
      knock(on, 520, 0.18, 0.12);
      knock(on, 690, 0.2, 0.1, 0.09);
      break;
    case "won":
      [520, 660, 780, 1040].forEach((pitch, i) => knock(on, pitch, 0.35, 0.14, i * 0.12));
      break;
    case "no":
      knock(on, 140, 0.16, 0.16);
      break;
  }
}
