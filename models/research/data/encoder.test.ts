import { describe, expect, it } from "vitest";
import { byOverlap, hardNegatives } from "./encoder-hard.ts";
import { goldAndOthers, joined, passageOf, spanIn, windowRound } from "./encoder-passage.ts";
import { readMarked, readSquad, readSteps, readTales } from "./encoder-read.ts";
import { readMultihop } from "./encoder-read-multihop.ts";
import { relevanceGold, relevanceMultihop } from "./encoder-relevance.ts";
import { musiqueSteps, wikiSteps } from "./encoder-steps.ts";
import { seeded } from "./seeded.ts";
import type { SourceRow } from "./sources.ts";

const random = () => seeded("test");

const oslo = { title: "Oslo", sentences: ["Oslo is a city.", " It is the capital of Norway."] };
const norway = { title: "Norway", sentences: ["Norway borders Sweden.", " Its king is Harald V."] };
const bergen = { title: "Bergen", sentences: ["Bergen is a city in Norway with a king's hall."] };

const multihop: SourceRow = {
  id: "1",
  dataset: "hotpotqa",
  question: "Who is the king of the country whose capital is Oslo?",
  answers: ["Harald V"],
  type: "bridge",
  context: [bergen, oslo, norway],
  supporting: [
    { title: "Oslo", sent_ids: [1] },
    { title: "Norway", sent_ids: [1] },
  ],
};

describe("passages", () => {
  it("join sentences with one space and know where the supporting ones begin", () => {
    const passage = passageOf(oslo, [1]);
    expect(passage.text).toBe("Oslo is a city. It is the capital of Norway.");
    expect(passage.supporting.map((at) => passage.text.slice(at))).toEqual([
      "It is the capital of Norway.",
    ]);
  });

  it("take the title for the text where there is no text", () => {
    expect(passageOf({ title: "A whole sentence.", sentences: [""] }).text).toBe(
      "A whole sentence.",
    );
  });

  it("find whole words only, in a supporting sentence first", () => {
    const passage = passageOf(
      { title: "", sentences: ["Roman roads.", "Rome is old.", "Rome!"] },
      [2],
    );
    expect(spanIn(passage, "Rome")?.start).toBe(passage.text.lastIndexOf("Rome"));
    expect(spanIn(passage, "Rom")).toBeNull();
    expect(spanIn(passage, "rome")?.text).toBe("Rome");
  });

  it("move offsets along when joined", () => {
    const text = joined([passageOf(oslo, [1]), passageOf(norway, [1])]);
    expect(text.text).toBe(
      "Oslo: Oslo is a city. It is the capital of Norway.\nNorway: Norway borders Sweden. Its king is Harald V.",
    );
    const span = spanIn(text, "Harald V");
    expect(text.text.slice(span?.start)).toBe("Harald V.");
  });

  it("are cut round the answer", () => {
    const text = Array.from({ length: 50 }, (_, index) => `w${index}`).join(" ");
    for (const where of [0, 0.5, 0.99]) {
      const start = text.indexOf("w30");
      const cut = windowRound(text, { text: "w30 w31", start }, 10, where);
      expect(cut.text.split(" ")).toHaveLength(10);
      expect(cut.text.slice(cut.span.start, cut.span.start + 7)).toBe("w30 w31");
    }
    const early = windowRound(text, { text: "w1", start: text.indexOf("w1") }, 10, 0.99);
    expect(early.text.slice(early.span.start, early.span.start + 2)).toBe("w1");
  });
});

describe("reading rows", () => {
  it("of a multi-hop question: over both gold passages, over the one with the answer, over none", () => {
    const rows = Array.from({ length: 30 }, () => multihop);
    const made = readMultihop(rows, "hotpotqa", random()).map(({ row }) => row);
    const both = made.filter(({ title, kind }) => title === "" && kind === "span");
    expect(both).toHaveLength(30);
    expect(new Set(both.map(({ text }) => text)).size).toBe(2);
    expect(made.filter(({ title }) => title === "Norway")).toHaveLength(30);
    const none = made.filter(({ kind }) => kind === "none");
    expect(none.length).toBeGreaterThan(5);
    expect(new Set(none.map(({ title }) => title))).toEqual(new Set(["Bergen"]));
    for (const { text, answers } of made) {
      for (const answer of answers) expect(text.startsWith(answer.text, answer.start)).toBe(true);
    }
  });

  it("of a yes-no comparison: one over both, none over one", () => {
    const row = { ...multihop, type: "comparison", answers: ["no"] };
    const kinds = readMultihop([row], "hotpotqa", random()).map(({ row: { kind } }) => kind);
    expect(kinds.filter((kind) => kind !== "none")).toEqual(["no"]);
  });

  it("of SQuAD: the span as marked, and none where there is none", () => {
    const base = { id: "2", dataset: "squad", question: "What is it?", article: "Oslo_city" };
    const context = [{ title: "Oslo_city", sentences: ["A city, a city."] }];
    const made = readSquad(
      [
        { ...base, context, answers: ["a city"], answer_starts: [8], is_impossible: false },
        { ...base, context, answers: [], answer_starts: [], is_impossible: true },
      ],
      random(),
    ).map(({ row }) => row);
    expect(made.map(({ kind }) => kind)).toEqual(["span", "none"]);
    expect(made[0]?.answers).toEqual([{ text: "a city", start: 8 }]);
    expect(made[0]?.title).toBe("Oslo city");
  });

  it("of SQuAD: all that its readers marked, the shortest first, whichever start is whose", () => {
    const sentences = ["It is the old capital of Norway, the capital."];
    const made = readSquad(
      [
        {
          id: "5",
          dataset: "squad",
          question: "What is it?",
          article: "Oslo_city",
          context: [{ title: "Oslo_city", sentences }],
          answers: ["the old capital of Norway", "capital", "capital of Norway"],
          answer_starts: [14, 6],
          is_impossible: false,
        },
      ],
      random(),
    );
    expect(made[0]?.row.answers).toEqual([
      { text: "capital", start: 14 },
      { text: "capital of Norway", start: 14 },
      { text: "the old capital of Norway", start: 6 },
    ]);
  });

  it("of SQuAD: marks stay with their words where a long paragraph is cut", () => {
    const far = `${"word ".repeat(700)}the big port ${"word ".repeat(700)}`;
    const start = far.indexOf("the big port");
    const made = readSquad(
      [
        {
          id: "6",
          dataset: "squad",
          question: "What is it?",
          article: "Oslo_city",
          context: [{ title: "Oslo_city", sentences: [far] }],
          answers: ["the big port", "port"],
          answer_starts: [start, start + 8],
          is_impossible: false,
        },
      ],
      random(),
    );
    const [row] = made.map((one) => one.row);
    expect(row?.answers.map(({ text }) => text)).toEqual(["port", "the big port"]);
    for (const { text, start: at } of row?.answers ?? []) {
      expect(row?.text.startsWith(text, at)).toBe(true);
    }
    expect(row?.text.length).toBeLessThan(far.length);
  });

  it("of stories: the words of the answer where they stand, and no answer that is only implied", () => {
    const base = { id: "4", dataset: "fairytaleqa", question: "Where is it?", context: [oslo] };
    const spans = readTales(
      [
        { ...base, type: "explicit", answers: ["the Capital of Norway ."] },
        { ...base, type: "implicit", answers: ["Oslo"] },
        { ...base, type: "explicit", answers: ["in the north"] },
      ],
      random(),
    ).map(({ row }) => row.answers);
    expect(spans).toEqual([[{ text: "the capital of Norway", start: 22 }]]);
  });

  it("leave out an answer that is nowhere", () => {
    const row = { id: "3", dataset: "quoref", question: "Who?", context: [oslo] };
    expect(
      readMarked([{ ...row, answers: ["Bergen"], answer_starts: [3] }], "quoref", random()),
    ).toEqual([]);
  });
});

describe("sub-questions", () => {
  const musique: SourceRow = {
    ...multihop,
    decomposition: [
      { question: "Oslo >> country", answer: "Norway", para_idx: 1 },
      { question: "Who is the king of #1 ?", answer: "Harald V", para_idx: 2 },
    ],
  };

  it("of MuSiQue have earlier answers filled in", () => {
    expect(musiqueSteps(musique).map(({ question, gold }) => [question, gold.title])).toEqual([
      ["In which country is Oslo?", "Oslo"],
      ["Who is the king of Norway?", "Norway"],
    ]);
  });

  it("go to the side of their whole question", () => {
    const [first] = readSteps([musique], "musique", musiqueSteps, random());
    expect(first?.of).toBe(multihop.question);
  });

  it("of 2Wiki take the short answer from the evidence", () => {
    const wiki: SourceRow = {
      ...multihop,
      evidences: [["Norway", "king", "Harald V"]],
      decomposition: [{ question: "Who is the king of Norway?", answer: "The king is Harald V." }],
    };
    expect(wikiSteps(wiki).map(({ answer, gold }) => [answer, gold.title])).toEqual([
      ["Harald V", "Norway"],
    ]);
  });
});

describe("relevance rows", () => {
  it("label the gold paragraphs", () => {
    const [made] = relevanceMultihop([multihop], "hotpotqa", random());
    const labels = made?.row.passages.map(({ title, label }) => `${title} ${label}`).sort();
    expect(labels).toEqual(["Bergen 0", "Norway 1", "Oslo 1"]);
    expect(goldAndOthers(multihop).others.map(({ title }) => title)).toEqual(["Bergen"]);
  });

  it("of rows without distractors: near paragraphs that lack the answer, all without titles", async () => {
    const passages = [oslo, norway, bergen].map((each) => ({ id: each.title, ...passageOf(each) }));
    const negatives = await hardNegatives(passages);
    const bare = { ...multihop, context: [{ ...oslo, title: "" }] };
    const made = relevanceGold([bare, multihop], "hotpotqa_gold", negatives, random());
    expect(made).toHaveLength(1);
    const labels = made[0]?.row.passages.map(({ title, text, label }) => [title, text[0], label]);
    // Norway's paragraph contains the answer; Oslo's is the gold one.
    expect(labels?.sort()).toEqual([
      ["", "B", 0],
      ["", "O", 1],
    ]);
  });

  it("take for hard what shares words and is accepted", async () => {
    const passages = [oslo, norway, bergen].map((each) => ({ id: each.title, ...passageOf(each) }));
    const negatives = await hardNegatives(passages);
    const near = negatives.near("the capital city Oslo", 2, ({ title }) => title !== "Oslo");
    expect(near[0]?.title).toBe("Bergen");
    expect(byOverlap("Sweden's king", passages)[0]?.title).toBe("Norway");
  });
});
