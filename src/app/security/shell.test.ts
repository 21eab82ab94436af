/** The inline script of the shell, in a page whose other scripts fail to load. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { beforeAll } from "./content-security.ts";

interface Answer {
  status: number;
  type: string;
}

/** Returns the text that the shell shows when this script fails, or null if it shows none. */
async function saidOf(target: object, answer: Answer | null): Promise<string | null> {
  const shown: { textContent: string; setAttribute(): void }[] = [];
  const heard: ((event: { target: object }) => Promise<void>)[] = [];
  runInNewContext(beforeAll, {
    addEventListener: (_type: string, listen: (typeof heard)[number]) => heard.push(listen),
    location: { pathname: "/hopwise/index.html" },
    document: {
      documentElement: { dataset: {} },
      querySelector: () => null,
      createElement: () => ({ textContent: "", setAttribute: () => undefined }),
      getElementById: () => ({ append: (part: (typeof shown)[number]) => shown.push(part) }),
    },
    fetch: async () => {
      if (answer === null) throw new TypeError("Failed to fetch");
      return { status: answer.status, headers: { get: () => answer.type } };
    },
  });
  for (const listen of heard) await listen({ target });
  return shown[0]?.textContent ?? null;
}

const script = { tagName: "SCRIPT", src: "https://host.example/assets/index.js" };
const preload = {
  tagName: "LINK",
  rel: "modulepreload",
  href: "https://host.example/assets/core.js",
};
const updated = { tagName: "SCRIPT", src: "https://host.example/hopwise/assets/old.js" };

describe("a script of the first load that does not run", () => {
  it.each<[string, object, Answer | null, RegExp]>([
    [
      "is not there",
      script,
      { status: 404, type: "text/html" },
      /built for another.*--base \/hopwise\/”/u,
    ],
    ["is a page", preload, { status: 200, type: "text/html; charset=utf-8" }, /built for another/u],
    [
      "has the wrong type",
      script,
      { status: 200, type: "application/octet-stream" },
      /“application\/octet-stream”/u,
    ],
    ["was there before an update", updated, { status: 404, type: "" }, /could not be fetched/u],
    ["did not arrive", preload, null, /could not be fetched/u],
    ["broke off", script, { status: 200, type: "text/javascript" }, /could not be fetched/u],
  ])("because it %s is explained in the shell", async (_why, target, answer, words) => {
    expect(await saidOf(target, answer)).toMatch(words);
  });

  it("is not a picture or a font", async () => {
    expect(await saidOf({ tagName: "LINK", rel: "preload", href: "/a" }, null)).toBeNull();
    expect(await saidOf({ tagName: "IMG", src: "/a" }, null)).toBeNull();
  });
});
