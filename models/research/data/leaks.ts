/** Finds dev and test questions, and checks that no training row asks one. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import * as z from "zod/mini";
import { repositoryRoot } from "../../../src/retrieval/libraries/factbook/repository.ts";
import { isSourceName } from "./allowed.ts";
import { plainQuestion, readLines, trainHalfOfSquad } from "./sources.ts";

/**
 * SlimPLM's labels for questions of other files: dev and test questions are in those files
 * (`hotpotqa/slimplm`, `nq/slimplm`, …), the rest are rows of `musique/train` and
 * `2wikimultihopqa/train`.
 */
const notQuestions: ReadonlySet<string> = new Set(["slimplm/proxy_labels"]);

const testRow = z.object({
  question: z.optional(z.string()),
  query: z.optional(z.string()),
  rewrite: z.optional(z.string()),
  history: z.optional(z.array(z.string())),
  article: z.optional(z.string()),
});

/**
 * The questions (words only) of every data file that is neither a training source nor in `train/`,
 * of SQuAD's selection half, and of the project's own question sets.
 */
export async function readTestQuestions(dataFolder: string): Promise<ReadonlySet<string>> {
  const questions = new Set<string>();
  for (const name of await testFiles(dataFolder)) {
    for (const line of await readLines(dataFolder, name)) {
      const row = testRow.parse(JSON.parse(line));
      if (name === "squad/dev" && trainHalfOfSquad(row)) continue;
      // A rewriting row asks its rewrite; its question alone may be as short as "Why?".
      const asked = row.history ? row.rewrite : (row.question ?? row.query);
      if (asked) questions.add(plainQuestion(asked));
    }
  }
  for (const question of await readOwnQuestions()) questions.add(plainQuestion(question));
  return questions;
}

/** Whether a training row's question is a test question, ignoring case and punctuation. */
export function isLeak(question: string, tests: ReadonlySet<string>): boolean {
  return tests.has(plainQuestion(question));
}

/** Gzipped JSONL files with dev or test questions, without `.jsonl.gz`. */
export async function testFiles(dataFolder: string): Promise<string[]> {
  const files = await readdir(dataFolder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith(".jsonl.gz"))
    .map((file) =>
      relative(dataFolder, join(file.parentPath, file.name)).slice(0, -".jsonl.gz".length),
    )
    .filter((name) => !/^(train|corpora)\//.test(name))
    .filter((name) => name === "squad/dev" || !(isSourceName(name) || notQuestions.has(name)))
    .sort();
}

const ownQuestion = z.object({ question: z.string() });

async function readOwnQuestions(): Promise<string[]> {
  const folder = join(repositoryRoot, "public/questions");
  const found: string[] = [];
  for (const file of await readdir(folder)) {
    if (!file.endsWith(".jsonl")) continue;
    const text = await readFile(join(folder, file), "utf8");
    for (const line of text.split("\n").filter(Boolean)) {
      found.push(ownQuestion.parse(JSON.parse(line)).question);
    }
  }
  return found;
}

const builtRow = z.object({
  question: z.optional(z.string()),
  query: z.optional(z.string()),
  text: z.optional(z.string()),
  messages: z.optional(z.array(z.object({ role: z.string(), content: z.string() }))),
});

/**
 * The questions a built training row asks: its own, or those in its user turns, one per line and
 * perhaps after a label. Lines of a solved chain (`U1:`, `A1:`) do not count.
 */
export function questionsIn(line: string): string[] {
  const { question, query, text, messages } = builtRow.parse(JSON.parse(line));
  const own = question ?? query ?? (messages ? undefined : text);
  const turns = (messages ?? []).filter(({ role }) => role === "user");
  const lines = turns.flatMap(({ content }) =>
    content.split("\n").map((each) => each.replace(/^(Question|Plan|Conclude): /, "")),
  );
  return [...(own === undefined ? [] : [own]), ...lines];
}
