/// <reference path="./pdfjs-worker.d.ts" />
import { AppError } from "../../../log/errors.ts";
import type { Parse } from "./document.ts";
import { DocumentText } from "./document-text.ts";
import { paragraphsOf } from "./pdf-lines.ts";

export const parsePdf: Parse = async (bytes, { maxCharacters, characterMap, onPage }) => {
  const { getDocument } = await loadPdfJs();
  const task = getDocument({
    // PDF.js transfers the bytes: it gets a copy.
    data: bytes.slice(),
    cMapUrl: "cmaps/",
    cMapPacked: true,
    BinaryDataFactory: factoryOf(characterMap),
    useWorkerFetch: false,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    useWasm: false,
    // A file's functions are interpreted, never compiled to JavaScript.
    isEvalSupported: false,
    verbosity: 0,
  });
  try {
    const file = await task.promise;
    const text = new DocumentText(maxCharacters);
    for (let number = 1; number <= file.numPages && !text.full; number++) {
      onPage(number, file.numPages);
      text.page();
      const page = await file.getPage(number);
      const { items } = await page.getTextContent();
      // Items without `str` mark the start and end of parts.
      const pieces = items.flatMap((item) => ("str" in item ? [item] : []));
      for (const paragraph of paragraphsOf(pieces)) text.paragraph(paragraph);
      page.cleanup();
    }
    return text.finish();
  } catch (thrown) {
    throw asRefusal(thrown);
  } finally {
    await task.destroy();
  }
};

/** Runs in this thread, which already is a worker. */
async function loadPdfJs() {
  const worker = await import("pdfjs-dist/legacy/build/pdf.worker.mjs");
  Object.assign(globalThis, { pdfjsWorker: worker });
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

/** PDF.js asks for extra files; only character maps exist. */
function factoryOf(characterMap: (file: string) => Promise<Uint8Array>): object {
  return class {
    fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (kind !== "cMapUrl") return Promise.reject(new Error(`not needed for text: ${kind}`));
      return characterMap(filename);
    }
  };
}

function asRefusal(thrown: unknown): unknown {
  if (thrown instanceof AppError) return thrown;
  const name = thrown instanceof Error ? thrown.name : "";
  const code = name === "PasswordException" ? "document-encrypted" : "document-damaged";
  return new AppError(code, {}, { cause: thrown });
}
