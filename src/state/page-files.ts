/** Small files beside the page, and what the larger ones weigh. */
import * as z from "zod/mini";
import { AppError } from "../core/errors.ts";
import { type Catalogue, catalogue } from "../engines/catalogue.ts";
import type { ExampleQuestion } from "./services.ts";

/** Beside the page, wherever it is served from. */
export const modelsBase = new URL("models/", document.baseURI).href;
export const factbookBase = new URL("library/factbook/", document.baseURI).href;

export async function fetchCatalogue(): Promise<Catalogue> {
  return catalogue.parse(await fetchJson(`${modelsBase}catalogue.json`));
}

export async function fetchJson(url: string): Promise<unknown> {
  return (await fetchFile(url)).json();
}

export async function fetchFile(url: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new AppError("download-failed", { url }, { retryable: true, cause });
  }
  if (!response.ok) throw new AppError("download-failed", { url, status: response.status });
  return response;
}

const questionsBase = new URL("questions/", document.baseURI).href;

/** The embedded library's questions with their answers, as JSONL. */
export async function questionSet(): Promise<string> {
  return (await fetchFile(`${questionsBase}factbook.jsonl`)).text();
}

const exampleList = z.array(z.object({ id: z.string(), label: z.string(), question: z.string() }));

/** The few of them that the page offers, each with a label. */
export async function examples(): Promise<ExampleQuestion[]> {
  return exampleList.parse(await fetchJson(`${questionsBase}examples.json`));
}

/** The addresses of what is read of the embedded library. */
export const libraryFiles = ["passages.jsonl", "vectors.i8.bin"].map((file) => factbookBase + file);

/** Asked of the server, file by file; what it does not tell counts as nothing. */
export async function libraryBytes(encoders: Catalogue): Promise<number> {
  const sizes = await Promise.all(libraryFiles.map(sizeOf));
  const encoder = encoders.models.find((model) => model.role === "encoder");
  return sizes.reduce((sum, size) => sum + size, encoder?.bytes ?? 0);
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { method: "HEAD" }).catch(() => null);
  return response?.ok ? Number(response.headers.get("Content-Length") ?? 0) : 0;
}
