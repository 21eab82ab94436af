import * as z from "zod/mini";
import type { Catalogue } from "../models/catalogue.ts";
import { firstLibrary } from "../retrieval/libraries/embedded-libraries.ts";
import type { EmbeddedLibrary } from "../retrieval/libraries/embedded-library.ts";
import { fetchOwn, fetchOwnJson, libraryFile } from "../shared/integrity/own-files.ts";
import { packedFiles, shippedName } from "../shared/integrity/packed.ts";
import type { ExampleQuestion } from "./services.ts";

export const modelsBase = new URL("models/", document.baseURI).href;
export function libraryBase({ id }: EmbeddedLibrary): string {
  return new URL(`library/${id}/`, document.baseURI).href;
}

export async function fetchCatalogue(): Promise<Catalogue> {
  const [{ catalogue, withPacked }, json] = await Promise.all([
    import("../models/catalogue.ts"),
    fetchOwnJson("models/catalogue.json", `${modelsBase}catalogue.json`),
  ]);
  return withPacked(catalogue.parse(json), packedFiles);
}

const questionsBase = new URL("questions/", document.baseURI).href;

export async function questionSet(): Promise<string> {
  const bytes = await fetchOwn("questions/factbook.jsonl", `${questionsBase}factbook.jsonl`);
  return new TextDecoder().decode(bytes);
}

const exampleList = z.array(
  z.object({
    id: z.string(),
    label: z.string(),
    question: z.string(),
    answers: z.array(z.string()),
  }),
);

export async function examples(): Promise<ExampleQuestion[]> {
  return exampleList.parse(
    await fetchOwnJson("questions/examples.json", `${questionsBase}examples.json`),
  );
}

const reportsBase = new URL("examples/", document.baseURI).href;

export async function shippedPolicy(): Promise<string> {
  const name = "where-it-pays.json";
  return new TextDecoder().decode(await fetchOwn(`examples/${name}`, `${reportsBase}${name}`));
}

export const libraryFiles = ["passages.jsonl", "vectors.i8.bin"].map(
  (file) => new URL(shippedName(libraryFile(firstLibrary.id, file)), document.baseURI).href,
);

/** A missing size counts as 0. */
export async function libraryBytes(catalogue: Promise<Catalogue>): Promise<number> {
  const [{ models }, ...sizes] = await Promise.all([catalogue, ...libraryFiles.map(sizeOf)]);
  const encoder = models.find((model) => model.role === "encoder");
  return sizes.reduce((sum, size) => sum + size, encoder?.bytes ?? 0);
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { method: "HEAD" }).catch(() => null);
  return response?.ok ? Number(response.headers.get("Content-Length") ?? 0) : 0;
}
