/** The chains whose steps the tuned model is asked from memory, to learn which of them it knows. */
import type { AskedChain, KnownChain } from "./lm-inputs.ts";
import type { Material } from "./lm-material.ts";
import { solvedChains, spanChains } from "./lm-plan.ts";
import type { SolvedChain } from "./lm-plan-sources.ts";
import { unitHash } from "./sources.ts";

/** As many as an hour of one core asks several times over. */
const most = { factbook: 1000, multiHop: 600, single: 1200, lookUp: 400 };

interface Sourced {
  source: string;
  chain: SolvedChain;
}

/** @param leaks whether a question is one of a dev or test set, or of the project's own */
export function askedChains(
  material: Material,
  leaks: (question: string) => boolean,
): AskedChain[] {
  const all = solvedChains(material).filter(({ chain }) => !leaks(chain.question));
  const several = all.filter(({ chain }) => chain.solved.length > 1);
  const isFactbook = ({ source }: Sourced) => source === "factbook";
  const single = all.filter((item) => item.chain.solved.length === 1 && !isFactbook(item));
  const lookUps = spanChains(material).filter(({ chain }) => !leaks(chain.question));
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

function drawn(chains: readonly Sourced[], count: number): AskedChain[] {
  const key = ({ chain }: Sourced) => unitHash(`asked/${chain.question}`);
  return [...chains]
    .sort((a, b) => key(a) - key(b))
    .slice(0, count)
    .map(({ source, chain: { question, solved, end } }) => ({
      source,
      question,
      steps: solved.map(({ query, answer }) => ({ query, answer })),
      final: end.answer,
      rests: [...end.rests],
    }));
}

/** Questions of chains with a step that the model knows: a row that has it looked up would say the opposite. */
export function knownQuestions(chains: readonly KnownChain[]): ReadonlySet<string> {
  return new Set(chains.filter(hasKnownStep).map(({ question }) => question));
}

export function hasKnownStep({ steps }: KnownChain): boolean {
  return steps.some(({ known }) => known);
}
