import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { textOf } from "./text-of.ts";

const text = "Côte d’Ivoire, 東京\n".repeat(5000);

describe("the text of a file", () => {
  it("is the same plain and zipped", async () => {
    expect(await textOf(new Blob([text]))).toBe(text);
    expect(await textOf(new Blob([gzipSync(text)]))).toBe(text);
    expect(await textOf(new Blob([]))).toBe("");
  });

  it("is read in 16 bits where it is marked so, and has no mark itself", async () => {
    const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
    expect(await textOf(new Blob([bytes]))).toBe(text);
    expect(await textOf(new Blob([`\uFEFF${text}`]))).toBe(text);
  });

  it("may not be larger than the limit, unzipped", async () => {
    const tooLarge = { code: "question-file-too-large", params: { limitBytes: 1000 } };
    await expect(textOf(new Blob([text]), 1000)).rejects.toMatchObject(tooLarge);
    const zipped = gzipSync(text);
    expect(zipped.byteLength).toBeLessThan(1000);
    await expect(textOf(new Blob([zipped]), 1000)).rejects.toMatchObject(tooLarge);
  });

  it("cannot be read from a broken zip", async () => {
    const broken = gzipSync(text).subarray(0, 60);
    await expect(textOf(new Blob([broken]))).rejects.toMatchObject({
      code: "question-file-unreadable",
    });
  });
});
