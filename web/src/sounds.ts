// A few wooden knocks, made on the spot. Off until somebody asks for them.

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function knock(pitch: number, length: number, loudness: number, after = 0): void {
  context ??= new AudioContext();
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
  switch (sound) {
    case "laid":
      knock(180, 0.12, 0.3);
      break;
    case "drew":
      knock(320, 0.08, 0.12);
      break;
    case "turn":
      knock(520, 0.18, 0.12);
      knock(690, 0.2, 0.1, 0.09);
      break;
    case "won":
      [520, 660, 780, 1040].forEach((pitch, i) => knock(pitch, 0.35, 0.14, i * 0.12));
      break;
    case "no":
      knock(140, 0.16, 0.16);
      break;
  }
}
