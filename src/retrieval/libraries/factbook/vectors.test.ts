import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { vectorsManifest } from "../manifest.ts";
import { readFacts } from "./facts.ts";
import { passagesOf, toJsonl } from "./passages.ts";
import { repositoryRoot } from "./repository.ts";

const folder = join(repositoryRoot, "public/library/factbook");
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

it("has committed vectors that belong to the passages as they are built now", async () => {
  const header = vectorsManifest.parse(
    JSON.parse(await readFile(join(folder, "vectors.json"), "utf8")),
  );
  const passages = passagesOf(await readFacts());
  // If this fails, run `npm run train -- vectors` and commit the result.
  expect(header.passagesSha256).toBe(sha256(toJsonl(passages)));
  expect(header.count).toBe(passages.length);
});

it("has committed vectors that are whole and small", async () => {
  const path = join(folder, "vectors.i8.bin");
  const header = vectorsManifest.parse(
    JSON.parse(await readFile(join(folder, "vectors.json"), "utf8")),
  );
  expect(sha256(await readFile(path))).toBe(header.sha256);
  const { size } = await stat(path);
  expect(size).toBe(header.count * header.dimensions);
  expect(size).toBeLessThanOrEqual(4_000_000);
});
