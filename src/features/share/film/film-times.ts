import type { RunEvent } from "../../../log/events.ts";

export interface FilmMoment {
  events: number;
  forMs: number;
}

const framesPerSecond = 8;
const growsMs = 4500;
const staysMs = 1750;

/** Frames are spaced by the square roots of the pauses. */
export function filmMoments(events: readonly RunEvent[]): FilmMoment[] {
  const paces = events.map(({ atMs }, index) =>
    Math.sqrt(Math.max(0, atMs - (events[index - 1]?.atMs ?? atMs))),
  );
  const whole = paces.reduce((sum, pace) => sum + pace, 0);
  const frames = (growsMs / 1000) * framesPerSecond;
  const moments: FilmMoment[] = [];
  let at = 0;
  let passed = 0;
  for (let frame = 1; frame < frames; frame += 1) {
    const until = (whole * frame) / frames;
    while (at < events.length && passed + (paces[at] ?? 0) <= until) {
      passed += paces[at] ?? 0;
      at += 1;
    }
    const last = moments.at(-1);
    if (last?.events === at) last.forMs += 1000 / framesPerSecond;
    else if (at > 0) moments.push({ events: at, forMs: 1000 / framesPerSecond });
  }
  moments.push({ events: events.length, forMs: staysMs });
  return moments;
}
