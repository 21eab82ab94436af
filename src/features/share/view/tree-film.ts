import { foldTrace } from "../../../folds/trace.ts";
import { AppError } from "../../../log/errors.ts";
import type { RunEvent } from "../../../log/events.ts";
import { yieldToMain } from "../../../shared/yield-to-main.ts";
import { openFilmPacker } from "../film/film-client.ts";
import { filmMoments } from "../film/film-times.ts";
import { openTreeAside } from "./tree-picture.ts";

const filmWidth = 960;
const largest = 1.5;

/** `onDone` receives the share drawn, then null while packing. Rejects when stopped. */
export async function treeAsGif(
  events: readonly RunEvent[],
  signal: AbortSignal,
  onDone: (share: number | null) => void,
): Promise<Blob> {
  const moments = filmMoments(events);
  const aside = await openTreeAside(events);
  const { box } = aside;
  const scale = Math.min(largest, filmWidth / box.width);
  const size = {
    width: Math.round(box.width * scale),
    height: Math.round(box.height * scale),
  };
  const packer = await openFilmPacker(size, signal);
  try {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, size);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("no canvas to paint on");
    for (const [index, moment] of moments.entries()) {
      if (signal.aborted) throw new AppError("stopped");
      const svg = aside.draw(foldTrace(events.slice(0, moment.events)));
      await yieldToMain();
      await paint(context, svg, size);
      const { data } = context.getImageData(0, 0, size.width, size.height);
      await packer.add(data, moment.forMs);
      onDone((index + 1) / moments.length);
      await yieldToMain();
    }
    onDone(null);
    return new Blob([await packer.finish()], { type: "image/gif" });
  } finally {
    packer.close();
    aside.close();
  }
}

async function paint(
  context: CanvasRenderingContext2D,
  svg: string,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    context.drawImage(image, 0, 0, width, height);
  } finally {
    URL.revokeObjectURL(url);
  }
}
