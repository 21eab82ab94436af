import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { question } from "../../../log/types.ts";
import { repositoryRoot } from "./repository.ts";

/** Counted from 1, as in `decomposition`. */
const steps = z.array(z.int());

/** A test checks that each answer follows from its steps by this rule. */
const check = z.discriminatedUnion("rule", [
  z.object({ rule: z.literal("last") }),
  /** The answer is in all of these steps' lists. */
  z.object({ rule: z.literal("common"), steps }),
  /** Chooses among `options`; without them, yes if the first step has it. */
  z.object({ rule: z.enum(["more", "less"]), steps, options: z.optional(z.array(z.string())) }),
  z.object({ rule: z.literal("same"), steps }),
  z.object({ rule: z.literal("all-include"), steps, value: z.string() }),
]);

/**
 * A row of `public/questions/factbook.jsonl`. `supporting[i]` contains the answer of
 * `decomposition[i]`.
 */
const factbookQuestion = z.extend(question, {
  type: z.enum(["bridge", "composed", "comparison", "yes-no"]),
  hops: z.int(),
  supporting: z.array(z.object({ id: z.string(), title: z.string() })),
  decomposition: z.array(z.object({ question: z.string(), answer: z.string() })),
  check,
});
export type FactbookQuestion = z.infer<typeof factbookQuestion>;

const file = join(repositoryRoot, "public/questions/factbook.jsonl");

export async function readQuestions(): Promise<FactbookQuestion[]> {
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  return lines.map((line) => factbookQuestion.parse(JSON.parse(line)));
}

export function follows(question: FactbookQuestion, answer: string): boolean {
  const { check: rule, decomposition } = question;
  const given = (step: number) => decomposition[step - 1]?.answer ?? "";
  switch (rule.rule) {
    case "last":
      return normalise(given(decomposition.length)) === normalise(answer);
    case "common":
      return rule.steps.every((step) => normalise(given(step)).includes(normalise(answer)));
    case "same":
      return isYes(answer) === (new Set(rule.steps.map(given)).size === 1);
    case "all-include":
      return isYes(answer) === rule.steps.every((step) => given(step).includes(rule.value));
    default: {
      const [first = Number.NaN, second = Number.NaN] = rule.steps.map((s) => quantity(given(s)));
      const firstWins = rule.rule === "more" ? first > second : first < second;
      if (!rule.options) return isYes(answer) === firstWins;
      return rule.options[firstWins ? 0 : 1] === answer;
    }
  }
}

/** Keeps punctuation in numbers. */
export function normalise(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(\d),(?=\d)/g, "$1")
    .replace(/[^\p{L}\p{N}.%$-]+/gu, " ")
    .trim();
}

function isYes(answer: string): boolean {
  return answer === "yes";
}

/** Reads "1.568 million bbl/day", "-155 m", "$92,000", "6 August 1962" (in days). */
function quantity(text: string): number {
  if (/\b[A-Z][a-z]+ \d{4}$/.test(text)) return Date.parse(`${text} UTC`) / 86_400_000;
  const [, digits = "", unit] = /(-?[\d,]*\.?\d+)( million| billion)?/.exec(text) ?? [];
  const scale = unit === " million" ? 1e6 : unit === " billion" ? 1e9 : 1;
  return Number(digits.replaceAll(",", "")) * scale;
}
