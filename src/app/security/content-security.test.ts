import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { beforeAll, contentSecurityPolicy } from "./content-security.ts";

const directives = new Map(
  contentSecurityPolicy([beforeAll])
    .split("; ")
    .map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
);

it("runs no script but the page's own, by address or by hash", () => {
  const hash = createHash("sha256").update(beforeAll).digest("base64");
  expect(directives.get("script-src")).toEqual([
    "'self'",
    "'wasm-unsafe-eval'",
    `'sha256-${hash}'`,
  ]);
});

it("takes in no frame, no plug-in and no other base address", () => {
  for (const name of ["frame-src", "object-src", "base-uri"]) {
    expect(directives.get(name)).toEqual(["'none'"]);
  }
});
