/** The form of a generated multi-hop question. */

export interface ChainStep {
  query: string;
  /** Occurs literally in the passage. */
  answer: string;
  passageId: string;
}

export interface Chain {
  id: string;
  question: string;
  /** The first is the training target. */
  answers: string[];
  type: "bridge" | "composed" | "comparison" | "yes-no";
  steps: ChainStep[];
  /** Steps that the answer rests on, counted from 1. */
  rests: number[];
}

export type Draft = Omit<Chain, "id">;

export function spellings(answer: string, ...others: string[]): string[] {
  const all = [answer, ...others, answer.replace(/^the /i, "")];
  return [...new Set(all.filter(Boolean))];
}
