/** All training rows of the encoder. */
import type { Passage } from "../../../src/log/types.ts";
import { hardNegatives } from "./encoder-hard.ts";
import { contextTexts, distillationTexts, pairsOf, pairsOfSteps } from "./encoder-pairs.ts";
import { passageOf } from "./encoder-passage.ts";
import { readBoolq, readMarked, readNq, readSquad, readSteps, readTales } from "./encoder-read.ts";
import {
  pairsFactbook,
  readFactbookSpans,
  readVerdicts,
  relevanceFactbook,
} from "./encoder-read-factbook.ts";
import { readMultihop } from "./encoder-read-multihop.ts";
import {
  relevanceGold,
  relevanceMultihop,
  relevanceNq,
  relevanceSteps,
} from "./encoder-relevance.ts";
import type { Made, PairRow, ReadRow, RelevanceRow } from "./encoder-rows.ts";
import { musiqueSteps, wikiSteps } from "./encoder-steps.ts";
import type { FactbookData } from "./factbook-facts.ts";
import type { SpanQuestion } from "./factbook-spans.ts";
import { verdictQuestions } from "./factbook-verdicts.ts";
import { seeded } from "./seeded.ts";
import { readSource, type SourceRow, trainHalfOfSquad } from "./sources.ts";

const caps = { boolq: 1500, factbookRelevance: 4000, factbookPairs: 6000 };
const texts = { limit: 40_000, questions: 12_000 };

export interface EncoderRows {
  read: Made<ReadRow>[];
  relevance: Made<RelevanceRow>[];
  pairs: Made<PairRow>[];
  texts: string[];
}

/** `spans`: the Factbook's questions, without test questions. */
export async function encoderRows(
  dataFolder: string,
  data: FactbookData,
  spans: readonly SpanQuestion[],
): Promise<EncoderRows> {
  const rows = await readSources(dataFolder);
  const random = seeded("encoder");
  const nqNegatives = await hardNegatives(paragraphsOf(rows.nq));
  const hotpotNegatives = await hardNegatives(paragraphsOf([...rows.hotpot, ...rows.hotpotTrain]));
  const libraryNegatives = await hardNegatives(data.passages);
  const multihop = [
    { source: "hotpotqa", rows: [...rows.hotpot, ...rows.hotpotTrain] },
    { source: "2wikimultihopqa", rows: rows.wiki },
  ];
  return {
    read: inPlane([
      ...readNq(rows.nq, nqNegatives, random),
      ...readMarked(rows.quoref, "quoref", random),
      ...readMarked(rows.covid, "covidqa", random),
      ...readSquad(rows.squad, random),
      ...random.shuffled(readBoolq(rows.boolq)).slice(0, caps.boolq),
      ...readSteps(rows.musique, "musique", musiqueSteps, random),
      ...readSteps(rows.wiki, "2wiki_steps", wikiSteps, random),
      ...multihop.flatMap(({ source, rows: own }) => readMultihop(own, source, random)),
      ...readMultihop(rows.hotpotGold, "hotpotqa_gold", random),
      ...readFactbookSpans(spans, data, random),
      ...readVerdicts(verdictQuestions(data), data),
      ...readTales(await readSource(dataFolder, "train/fairytaleqa"), seeded("fairytaleqa")),
    ]),
    relevance: [
      ...multihop.flatMap(({ source, rows: own }) => relevanceMultihop(own, source, random)),
      ...relevanceMultihop(rows.musique, "musique", random),
      ...relevanceSteps(rows.musique, "musique_steps", musiqueSteps, random),
      ...relevanceSteps(rows.wiki, "2wiki_steps", wikiSteps, random),
      ...relevanceNq(rows.nq, nqNegatives, random),
      ...relevanceFactbook(spans.slice(0, caps.factbookRelevance), data, libraryNegatives, random),
      ...relevanceGold(rows.hotpotGold, "hotpotqa_gold", hotpotNegatives, seeded("hotpotqa_gold")),
    ],
    pairs: [
      ...pairsOf(rows.nq, "nq_qed"),
      ...pairsOf(rows.squad, "squad"),
      ...pairsOfSteps(rows.musique, "musique", musiqueSteps),
      ...pairsOfSteps(rows.wiki, "2wiki_steps", wikiSteps),
      ...pairsFactbook(spans.slice(0, caps.factbookPairs), data),
    ],
    texts: distillationTexts(
      data.passages,
      contextTexts(Object.values(rows).flat()),
      [...Object.values(rows).flatMap(questionsOf), ...spans.map(({ question }) => question)],
      { ...texts, random },
    ),
  };
}

/**
 * Drops rows with characters beyond the BMP (2 rows): their offsets differ between Python and
 * JavaScript.
 */
function inPlane(rows: readonly Made<ReadRow>[]): Made<ReadRow>[] {
  return rows.filter(({ row }) => !/[\u{10000}-\u{10ffff}]/u.test(row.text));
}

async function readSources(dataFolder: string) {
  const [nq, quoref, covid, squad, boolq, hotpot, hotpotTrain, hotpotGold, wiki, musique] =
    await Promise.all([
      readSource(dataFolder, "train/nq_qed"),
      readSource(dataFolder, "train/quoref"),
      readSource(dataFolder, "train/covidqa"),
      readSource(dataFolder, "squad/dev").then((rows) => rows.filter(trainHalfOfSquad)),
      readSource(dataFolder, "train/boolq"),
      readSource(dataFolder, "train/hotpotqa_distractor"),
      readSource(dataFolder, "hotpotqa/train_distractor"),
      readSource(dataFolder, "hotpotqa/train_gold"),
      readSource(dataFolder, "2wikimultihopqa/train"),
      readSource(dataFolder, "musique/train"),
    ]);
  return { nq, quoref, covid, squad, boolq, hotpot, hotpotTrain, hotpotGold, wiki, musique };
}

function paragraphsOf(rows: readonly SourceRow[]): Passage[] {
  const passages = rows
    .flatMap((row) => row.context ?? [])
    .map((paragraph) => passageOf(paragraph));
  const unique = new Map(passages.map(({ title, text }) => [text, { id: "", title, text }]));
  return [...unique.values()];
}

function questionsOf(rows: readonly SourceRow[]): string[] {
  return rows.flatMap((row) => row.question ?? []);
}
