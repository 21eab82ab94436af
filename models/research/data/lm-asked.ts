/** Chains whose steps the tuned model is asked from memory, to learn which it knows. */
import type { Step } from "../../../src/runtime/prompts.ts";
import type { KnownChain } from "./lm-inputs.ts";
import type { Material } from "./lm-material.ts";
import { type Sourced, solvedChains, spanChains } from "./lm-plan.ts";
import type { SolvedChain } from "./lm-plan-sources.ts";
import { unitHash } from "./sources.ts";

/** As many as one core can ask several times over in an hour. */
const most = { factbook: 1000, multiHop: 600, single: 1200, lookUp: 400 };

interface AskedChain {
  source: string;
  question: string;
  steps: readonly Step[];
  final: string;
  /** Counted from 1. */
  rests: readonly number[];
}

/** @param leaks whether a question is one of a dev or test set, or of the project's own */
export function askedChains(
  material: Material,
  leaks: (question: string) => boolean,
): AskedChain[] {
  const isOpen = ({ chain }: Sourced<SolvedChain>) => !leaks(chain.question);
  const all = solvedChains(material).filter(isOpen);
  const several = all.filter(({ chain }) => chain.solved.length > 1);
  const isFactbook = ({ source }: Sourced<SolvedChain>) => source === "factbook";
  const single = all.filter((item) => item.chain.solved.length === 1 && !isFactbook(item));
  const lookUps = spanChains(material).filter(isOpen);
  return [
    ...drawn(several.filter(isFactbook), most.factbook),
    ...drawn(
      several.filter((item) => !isFactbook(item)),
      most.multiHop,
    ),
    ...drawn(single, most.single),
    ...drawn(lookUps, most.lookUp),
  ];
}

function drawn(chains: readonly Sourced<SolvedChain>[], count: number): AskedChain[] {
  const key = ({ chain }: Sourced<SolvedChain>) => unitHash(`asked/${chain.question}`);
  return [...chains]
    .sort((a, b) => key(a) - key(b))
    .slice(0, count)
    .map(({ source, chain: { question, solved, end } }) => ({
      source,
      question,
      steps: solved,
      final: end.answer,
      rests: end.rests,
    }));
}

/**
 * Questions of chains with a step that the model knows: a row that looks it up would teach the
 * opposite.
 */
export function knownQuestions(chains: readonly KnownChain[]): ReadonlySet<string> {
  return new Set(chains.filter(hasKnownStep).map(({ question }) => question));
}

export function hasKnownStep({ steps }: KnownChain): boolean {
  return steps.some(({ known }) => known);
}
