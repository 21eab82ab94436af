/** The form of a generated multi-hop question. */

export interface ChainStep {
  query: string;
  /** Stands literally in the passage. */
  answer: string;
  passageId: string;
}

export interface Chain {
  id: string;
  question: string;
  /** The first is the one to learn. */
  answers: string[];
  type: "bridge" | "composed" | "comparison" | "yes-no";
  steps: ChainStep[];
  /** The steps, counted from 1, that the answer rests on. */
  rests: number[];
}

/** A chain before it has an id. */
export type Draft = Omit<Chain, "id">;

/** The answer as people might write it. */
export function spellings(answer: string, ...others: string[]): string[] {
  const all = [answer, ...others, answer.replace(/^the /i, "")];
  return [...new Set(all.filter(Boolean))];
}
