import { access, readFile } from "node:fs/promises";
import { expect, it } from "vitest";

it.each(["SECURITY.md", "docs/hosting-and-security.md"])(
  "%s names files that are there",
  async (document) => {
    const text = await readFile(document, "utf8");
    const named = [...text.matchAll(/`((?:src|e2e|models|docs|public)\/[\w./-]+)`/gu)];
    expect(named.length).toBeGreaterThan(5);
    for (const [, path = ""] of named) {
      await expect(access(path), `${path} in ${document}`).resolves.toBeUndefined();
    }
  },
);
