import { Encoder } from "modern-gif";
import { type Settled, settle } from "../../../shared/rpc/bridge.ts";

export interface FilmWorker {
  begin(width: number, height: number): Promise<Settled<void>>;
  /** RGBA, row by row. */
  add(pixels: Uint8ClampedArray<ArrayBuffer>, delayMs: number): Promise<Settled<void>>;
  finish(): Promise<Settled<ArrayBuffer>>;
}

export function createFilmWorker(): FilmWorker {
  let encoder: Encoder | null = null;
  function open(): Encoder {
    if (encoder === null) throw new Error("the film has not begun");
    return encoder;
  }
  return {
    begin: (width, height) =>
      settle(() => {
        encoder = new Encoder({ width, height, looped: true });
      }),
    add: (pixels, delayMs) => settle(() => open().encode({ data: pixels, delay: delayMs })),
    finish: () => settle(() => open().flush("arrayBuffer")),
  };
}
