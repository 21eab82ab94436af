import { database } from "../../../src/storage/database.ts";
import { databaseLedger } from "../../../src/storage/spending.ts";
import { caps, largePrice, type Page, searchUsdPerThousand, type World } from "./world.ts";

/** Spent earlier that day, in nano-dollars. */
export const spentBefore = 12_345;
const patienceMs = 300_000;
const nanoPerUsd = 1e9;

/** The earlier amount plus all charges; more, up to the cap, only if calls broke off. */
export async function moneyProblems(
  page: Page,
  { site, time }: World,
  isExact: boolean,
): Promise<string[]> {
  let spent: number | null = null;
  const look = databaseLedger(database())
    .spentNanoUsd(today())
    .then((value) => {
      spent = value;
    });
  await time.settles(
    look.catch(() => undefined),
    patienceMs,
  );
  const problems = [badSum(page)].filter((problem) => problem !== null);
  if (spent === null) return [...problems, "the day's spending cannot be read"];
  const { promptTokens, generatedTokens, searches } = site.served;
  const { inputPerMillion, outputPerMillion } = largePrice;
  const charged =
    promptTokens * inputPerMillion * 1000 +
    generatedTokens * outputPerMillion * 1000 +
    searches * searchUsdPerThousand * 1e6;
  const own = spent - spentBefore;
  if (!Number.isSafeInteger(own)) problems.push(`the day's spending is ${spent}`);
  if (own < charged) problems.push(`the day's spending lacks ${charged - own} of ${charged}`);
  if (own > caps.perQuestionUsd * nanoPerUsd) problems.push(`the cap was crossed: ${own}`);
  if (isExact && own > charged) problems.push(`${own - charged} was set aside and never settled`);
  return problems;
}

export function badSum({ spentUsd }: Page): string | null {
  const usd = spentUsd();
  return usd === null || (Number.isFinite(usd) && usd >= 0)
    ? null
    : `the question's budget tells ${usd}`;
}

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
