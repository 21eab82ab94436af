/** Generates thousands of multi-hop questions on the Factbook, excluding the project's own. */
import { readQuestions } from "../../../src/retrieval/libraries/factbook/questions.ts";
import { bridges, compositions } from "./factbook-bridge.ts";
import type { Chain, Draft } from "./factbook-chain.ts";
import { comparisons } from "./factbook-compare.ts";
import { describer } from "./factbook-describe.ts";
import type { FactbookData } from "./factbook-facts.ts";
import { commonNeighbours } from "./factbook-neighbours.ts";
import { borderQuestions, sharedValues } from "./factbook-yes-no.ts";
import { seeded } from "./seeded.ts";
import { plainQuestion } from "./sources.ts";

/** Chains in random order; ids contain type and number. */
export async function factbookChains(data: FactbookData): Promise<Chain[]> {
  const isTest = await testQuestions();
  const random = seeded("factbook-chains");
  const describe = describer(data, random);
  const drafts = [
    ...bridges(data, describe, random, 2.2),
    ...compositions(data, describe, random, false, 0.5),
    ...compositions(data, describe, random, true, 1.3),
    ...commonNeighbours(data, describe, random, 4),
    ...comparisons(data, describe, random, { asked: ["more", "less"], count: 1300 }),
    ...comparisons(data, describe, random, { asked: ["yes", "yesLess"], count: 420 }),
    ...sharedValues(data, describe, random, 44),
    ...borderQuestions(data, describe, random, 150),
  ];
  const seen = new Set<string>();
  return random.shuffled(drafts).flatMap((draft, index) => {
    const question = plainQuestion(draft.question);
    if (seen.has(question) || isTest(draft)) return [];
    seen.add(question);
    return [{ id: `factbook-train-${draft.type}-${index}`, ...draft }];
  });
}

/**
 * Whether a draft equals one of the project's questions: same words, or same passages and answer;
 * comparisons over the same passages match whatever the answer.
 */
async function testQuestions(): Promise<(draft: Draft) => boolean> {
  const tests = await readQuestions();
  const asked = new Set(tests.map(({ question }) => plainQuestion(question)));
  const keys = new Set(
    tests.flatMap(({ supporting, answers, type }) => {
      const passages = passagesKey(supporting.map(({ id }) => id));
      const sided = isSided(type) ? [passages] : [];
      return [...answers.map((answer) => `${passages} ${plainQuestion(answer)}`), ...sided];
    }),
  );
  return ({ question, steps, answers, type }) => {
    if (asked.has(plainQuestion(question))) return true;
    const passages = passagesKey(steps.map(({ passageId }) => passageId));
    if (isSided(type) && keys.has(passages)) return true;
    return answers.some((answer) => keys.has(`${passages} ${plainQuestion(answer)}`));
  };
}

function isSided(type: Draft["type"]): boolean {
  return type === "comparison" || type === "yes-no";
}

function passagesKey(ids: readonly string[]): string {
  return [...new Set(ids)].sort().join(" ");
}
