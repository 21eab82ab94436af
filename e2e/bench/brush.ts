import type { Page } from "@playwright/test";
import { figure, quantile, type Row } from "./table.ts";

const frameAimMs = 1000 / 60;
/** A frame cannot come early, but the clock is coarse. */
const clockMs = 0.5;
const steps = 200;

/** A string, because tsx adds a helper to named functions that the page lacks. */
const countFrames = `
  globalThis.labFrames = [];
  requestAnimationFrame(function tick(atMs) {
    globalThis.labFrames.push(atMs);
    requestAnimationFrame(tick);
  });
`;

export async function brushFrames(tab: Page): Promise<number[]> {
  const strip = tab.locator("svg .overlay").last();
  await strip.scrollIntoViewIfNeeded();
  const box = await strip.boundingBox();
  if (box === null) return [];
  const y = box.y + box.height / 2;
  await tab.mouse.move(box.x + box.width * 0.2, y);
  await tab.mouse.down();
  await tab.evaluate(countFrames);
  for (let step = 0; step < steps; step += 1) {
    await tab.mouse.move(box.x + box.width * (0.5 + 0.4 * Math.sin(step / 12)), y);
  }
  await tab.mouse.up();
  const times = await tab.evaluate((): number[] => Reflect.get(globalThis, "labFrames"));
  return times.slice(1).map((atMs, index) => atMs - (times[index] ?? atMs));
}

export function frameRow(what: string, frames: readonly number[]): Row {
  const slow = quantile(frames, 0.95);
  return {
    what,
    aim: `≤ ${figure(frameAimMs)} at p95`,
    measured: `${figure(quantile(frames, 0.5))} / ${figure(slow)}`,
    met: slow <= frameAimMs + clockMs,
  };
}
