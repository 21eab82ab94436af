import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { trainingStudies } from "../../models/research/list.ts";
import { studies } from "./list.ts";
import { listed, type Study, studyOf } from "./studies.ts";

const one: Study = { name: "one", says: "the first", run: async () => {} };
const two: Study = { name: "two", says: "the second", run: async () => {} };

it("passes the options on to the study that is named", () => {
  expect(studyOf([one, two], ["two", "--limit", "3"])).toEqual({
    study: two,
    options: ["--limit", "3"],
  });
});

it("gives options without a name to the usual study", () => {
  expect(studyOf([one, two], ["--only", "bundle"], "one")).toEqual({
    study: one,
    options: ["--only", "bundle"],
  });
  expect(studyOf([one, two], ["--only", "bundle"])).toBeNull();
});

it("lists all where none is named, or none of that name exists", () => {
  expect(studyOf([one], [])).toBeNull();
  expect(studyOf([one], ["--help"], "one")).toBeNull();
  expect(studyOf([one], ["three"])).toBeNull();
  for (const { name, says } of [one, two]) {
    expect(listed("bench", [one, two])).toContain(`${name}  ${says}`);
  }
});

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));
const doors: Readonly<Record<string, readonly Study[]>> = {
  bench: studies,
  train: trainingStudies,
};
const texts = execFileSync("git", ["ls-files", "*.md", "*.ts", "*.tsx", "*.py", "*.html", ".ci"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));

it("no text names a script or a study that does not exist", () => {
  const unknown = texts.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /npm run ([a-z][\w-]*(?::[\w-]+)*)(?: -- ([a-z][\w-]*))?/gu,
      ),
    ]
      .filter(([, script = "", name]) => {
        if (!(script in scripts)) return true;
        const door = doors[script];
        return door !== undefined && name !== undefined && !door.some((s) => s.name === name);
      })
      .map(([command]) => `${file}: ${command}`),
  );
  expect(unknown).toEqual([]);
});

it("has at most twenty scripts, all of them in CONTRIBUTING.md", () => {
  const names = Object.keys(scripts);
  expect(names.length).toBeLessThanOrEqual(20);
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const missing = names.filter((name) => {
    const command = name === "test" || name === "start" ? `npm ${name}` : `npm run ${name}`;
    return !text.includes(`\`${command}\``);
  });
  expect(missing).toEqual([]);
});
