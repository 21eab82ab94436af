import { createHash } from "node:crypto";
import type { Passage } from "../log/types.ts";
import type { EmbeddedLibrary } from "../retrieval/libraries/embedded-library.ts";
import type { LibraryManifest } from "../retrieval/libraries/manifest.ts";

export const toyLibrary: EmbeddedLibrary = {
  id: "toy-land",
  title: "Toy land",
  about: "2 countries, never",
};

const passages: readonly Passage[] = [
  { id: "toy:1", title: "Norland", text: "The capital of Norland is Nordby." },
  { id: "toy:2", title: "Sudmark", text: "The capital of Sudmark is Sudby." },
];
const jsonl = passages.map((passage) => `${JSON.stringify(passage)}\n`).join("");

const manifest: LibraryManifest = {
  id: toyLibrary.id,
  title: toyLibrary.title,
  edition: "a test's",
  passages: passages.length,
  visibility: "public",
  aliases: [["Northland", "Norland"]],
  quantities: [],
  sha256: sha256(jsonl),
};

export const toyFiles: ReadonlyMap<string, string> = new Map([
  ["passages.jsonl", jsonl],
  ["library.json", JSON.stringify(manifest)],
]);

export const toyHashes: Readonly<Record<string, string>> = Object.fromEntries(
  [...toyFiles].map(([name, text]) => [`library/${toyLibrary.id}/${name}`, sha256(text)]),
);

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
