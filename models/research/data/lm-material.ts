/** Reads everything the language model's rows are made from, once. */
import type * as z from "zod/mini";
import type { Passage } from "../../../src/log/types.ts";
import {
  type ChainRun,
  chainRun,
  type ErrorBookRecord,
  errorBookRecord,
  type FactbookChain,
  type FactbookSpan,
  factbookChain,
  factbookSpan,
  type KnownChain,
  knownChain,
  type ProxyAnswer,
  proxyAnswer,
  type ReadExample,
  type RelevanceExample,
  readBuilt,
  readExample,
  relevanceExample,
} from "./lm-inputs.ts";
import { readSource, type SourceName, type SourceRow } from "./sources.ts";

export const lmSources = [
  "musique/train",
  "2wikimultihopqa/train",
  "strategyqa/train_decomposition",
  "hotpotqa/train_distractor",
  "train/hotpotqa_distractor",
  "train/hotpotqa_next_subquestion",
  "train/trajectories_fireact",
  "train/trajectories_knowagent",
  "train/rewrite_hotpotqa",
  "train/rewrite_ambignq",
  "train/rewrite_popqa",
  "train/r1searcher_qa",
  "train/nq_qed",
  "train/popqa_qa",
  "train/entityquestions_qa",
  "train/webquestions_qa",
  "train/ambignq_qa",
  "train/opentrivia_qa",
  "train/openbookqa",
] as const satisfies readonly SourceName[];
export type LmSource = (typeof lmSources)[number];

export interface Material {
  rows(name: LmSource): readonly SourceRow[];
  passages: ReadonlyMap<string, Passage>;
  chains: readonly FactbookChain[];
  spans: readonly FactbookSpan[];
  read: readonly ReadExample[];
  relevance: readonly RelevanceExample[];
  errorBook: readonly ErrorBookRecord[];
  runs: readonly ChainRun[];
  proxy: readonly ProxyAnswer[];
  known: readonly KnownChain[];
  /** Questions that the encoder's rows reserve for selection. */
  selected: ReadonlySet<string>;
}

/**
 * @param builtFolder folder of the Factbook's and the encoder's rows and of the model's own runs
 */
export async function loadMaterial(
  dataFolder: string,
  builtFolder: string,
  passages: readonly Passage[],
): Promise<Material> {
  const sources = new Map<LmSource, readonly SourceRow[]>();
  for (const name of lmSources) sources.set(name, await readSource(dataFolder, name));
  const built = <Row>(name: string, schema: z.ZodMiniType<Row>) =>
    readBuilt(builtFolder, `${name}.jsonl`, schema);
  const readDev = await built("encoder-read-dev", readExample);
  const relevanceDev = await built("encoder-relevance-dev", relevanceExample);
  return {
    rows: (name) => sources.get(name) ?? [],
    passages: new Map(passages.map((passage) => [passage.id, passage])),
    spans: await built("factbook-spans", factbookSpan),
    chains: await built("factbook-chains", factbookChain),
    read: [...(await built("encoder-read", readExample)), ...readDev],
    relevance: [...(await built("encoder-relevance", relevanceExample)), ...relevanceDev],
    errorBook: await built("error-book", errorBookRecord),
    runs: await built("chains-run", chainRun),
    proxy: await built("proxy-answers", proxyAnswer),
    known: await built("lm-known", knownChain),
    selected: new Set([...readDev, ...relevanceDev].map(({ question }) => question)),
  };
}
