import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { factsFile, type Profile, parseProfile, readFacts, writeProfile } from "./facts.ts";
import { repositoryRoot } from "./repository.ts";

let lines: string[];
let profiles: Profile[];
beforeAll(async () => {
  lines = (await readFile(join(repositoryRoot, factsFile), "utf8")).trim().split("\n");
  profiles = await readFacts();
});

it("holds 256 profiles in the order of their codes, in at most 2.5 MB", () => {
  const codes = profiles.map(({ code }) => code);
  expect(codes).toHaveLength(256);
  expect(codes).toEqual([...new Set(codes)].sort());
  expect(Buffer.byteLength(lines.join("\n"))).toBeLessThanOrEqual(2_500_000);
});

it("is read and written without loss", () => {
  const changed = profiles.filter((profile, index) => writeProfile(profile) !== lines[index]);
  expect(changed.map(({ code }) => code)).toEqual([]);
});

it("tells values, years and holders apart", () => {
  const france = profiles.find(({ code }) => code === "fr")?.sections;
  expect(france?.["People and Society"]?.["Population"]?.[0]).toEqual({
    part: "total",
    values: ["68,512,806"],
    year: "2025",
    estimate: true,
  });
  expect(france?.["Government"]?.["Executive branch"]?.[0]).toEqual({
    part: "chief of state",
    values: [],
    holders: [{ name: "President Emmanuel Macron", since: "14 May 2017" }],
  });
});

it("refuses markup, entities, unclean spaces and a second bar", () => {
  for (const text of ["<b>a", "a&nbsp;b", "a  b", " a", "a | 2024 | 2025", ""]) {
    const line = JSON.stringify({
      code: "zz",
      name: "Z",
      region: "R",
      sections: { A: { B: text } },
    });
    expect(() => parseProfile(line), text).toThrow();
  }
});
