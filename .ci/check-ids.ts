/**
 * Only its own folder may name a method, library or search service. Tests, fixtures and the index
 * are exempt.
 */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { sourceFiles } from "./tracked.ts";

interface Known {
  id: string;
  folder: string;
}

/** Ids with other meanings, and the files that use them. */
const otherMeanings: Readonly<Record<string, readonly string[]>> = {
  // A way of rewriting a query (CoopLLM, Table 4).
  vanilla: [
    "src/log/types.ts",
    "src/stages/rewrite/index.ts",
    "src/evaluation/combinations.ts",
    "src/ui-kit/text/controls.ts",
    "src/methods/coop-llm/presets.ts",
    "src/methods/coop-llm/table-two.ts",
    "src/methods/slim-plm/presets.ts",
  ],
  // A question type with two hops that build on each other.
  composed: ["src/retrieval/libraries/factbook/questions.ts"],
};

const textOf = (file: string) => readFileSync(file, "utf8");

/** Finds `defineMethod({ id: "…"`, or the name that presets share. */
function methodIds(): Known[] {
  return sourceFiles(/^src\/methods\/(?:[^/]+|baselines\/[^/]+)\/index\.ts$/u).flatMap((file) => {
    const id = /\bid: "([a-z0-9-]+)"/u.exec(textOf(file))?.[1];
    if (id === undefined) throw new Error(`${file} defines no method`);
    return { id, folder: posix.dirname(file) };
  });
}

function codeOf(file: string): string {
  return textOf(file)
    .replace(/\/\*[\s\S]*?\*\//gu, "")
    .replace(/(^|\s)\/\/.*$/gmu, "$1");
}

const known = methodIds();
const sources = sourceFiles(/\.tsx?$/u).filter(
  (file) => !/\.(?:test|bench)\.tsx?$/u.test(file) && !file.startsWith("src/testing/"),
);

/** Looks for the quoted id as an argument, key or comparison. */
function isSaid(code: string, id: string): boolean {
  return new RegExp(`["'\`]${id}["'\`]`, "u").test(code);
}

function isCompared(code: string, id: string): boolean {
  return new RegExp(`[!=]==? ["'\`]${id}["'\`]|case ["'\`]${id}["'\`]`, "u").test(code);
}

const broken = sources.flatMap((file) => {
  const code = codeOf(file);
  return known
    .filter(({ id, folder }) => {
      const isOwn = file.startsWith(`${folder}/`);
      return !isOwn && !(otherMeanings[id]?.includes(file) ?? false) && isSaid(code, id);
    })
    .map(({ id }) => `${file} knows the method "${id}"`);
});

const planless = sources
  .filter((file) => /^src\/features\/[^/]+\/(?:view|text|drawing)\//u.test(file))
  .filter((file) => !/\/stages\//u.test(file))
  .filter((file) => /\bplan [!=]== "off"/u.test(codeOf(file)))
  .map((file) => `${file} asks for the plan of a run; a run's shape is in its trace`);

const libraryIds = sourceFiles(/^src\/retrieval\/libraries\/[^/]+\/[^/]+\.ts$/u).flatMap((file) => {
  const id = /^ {2}id: "([a-z0-9-]+)",$/mu.exec(codeOf(file))?.[1];
  return id === undefined ? [] : [{ id, folder: posix.dirname(file) }];
});
const libraries = sources.flatMap((file) =>
  libraryIds
    .filter(({ id, folder }) => !file.startsWith(`${folder}/`) && isCompared(codeOf(file), id))
    .map(({ id }) => `${file} compares a library's id with "${id}"`),
);

/** Two files may name a service's id. */
const serviceFolder = "src/retrieval/search-services";
const serviceIds = sourceFiles(/^src\/retrieval\/search-services\/[a-z-]+\.ts$/u).flatMap(
  (file) => {
    const id = /defineSearchService\(\{\s+id: "([a-z0-9-]+)"/u.exec(codeOf(file))?.[1];
    return id === undefined ? [] : [id];
  },
);
const services = sources.flatMap((file) =>
  serviceIds
    .filter((id) => !file.startsWith(`${serviceFolder}/${id}`) && isCompared(codeOf(file), id))
    .map((id) => `${file} compares a search service's id with "${id}"`),
);

const found = [...broken, ...planless, ...libraries, ...services];
for (const line of found) process.stderr.write(`${line}\n`);
if (found.length > 0) process.exitCode = 1;
else
  process.stdout.write(
    `${known.length} methods, ${libraryIds.length} library and ${serviceIds.length} search services, none known outside its place\n`,
  );
