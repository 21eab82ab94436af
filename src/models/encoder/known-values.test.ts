import { expect, it } from "vitest";
import type { PassageReader, PassageReading } from "../../runtime/ports.ts";
import { compareWithKnown, type KnownValues } from "./known-values.ts";

const known: KnownValues = {
  texts: ["a", "b", "c"],
  cosinesToFirst: [0.8, 0],
  question: "Where?",
  readings: [
    { passage: "In Warsaw.", relevance: 0.9, noAnswer: 0.01 },
    { passage: "The sea.", relevance: 0.02, noAnswer: 0.97 },
  ],
  answer: "Warsaw",
  known: 0.3,
};

function computing(
  changes: { vectors?: number[][]; first?: Partial<PassageReading>; known?: number } = {},
) {
  const vectors = changes.vectors ?? [
    [1, 0],
    [0.8, 0.6],
    [0, 1],
  ];
  const said = { kind: "span", span: "Warsaw", start: 3, confidence: 0.9, spans: [], tokens: 9 };
  const reader: PassageReader = {
    read: async (_question, texts) =>
      texts.map((text, index): PassageReading => {
        const expected = known.readings.find(({ passage }) => passage === text);
        const { relevance = 0, noAnswer = 0 } = expected ?? {};
        const usual = { ...said, kind: "span" as const, relevance, noAnswer };
        return index === 0 ? { ...usual, ...changes.first } : usual;
      }),
    relevance: async () => [],
    known: async () => changes.known ?? known.known,
  };
  return { embed: async () => vectors.map((one) => Float32Array.from(one)), reader };
}

it("passes what rounds otherwise", async () => {
  await compareWithKnown(known, computing({ first: { relevance: 0.93 }, known: 0.27 }));
});

it.each([
  [
    "cosine",
    {
      vectors: [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    },
  ],
  [
    "cosine",
    {
      vectors: [
        [Number.NaN, 0],
        [0.8, 0.6],
        [0, 1],
      ],
    },
  ],
  ["cosine", { vectors: [[1, 0]] }],
  ["relevance", { first: { relevance: 0.5 } }],
  ["no-answer", { first: { noAnswer: 0.5 } }],
  ["span", { first: { span: "sea" } }],
  ["known", { known: 0.9 }],
])("refuses another %s", async (cause, changes) => {
  await expect(compareWithKnown(known, computing(changes))).rejects.toMatchObject({
    code: "model-nonsense",
    params: { cause },
  });
});
