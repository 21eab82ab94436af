import { describe, expect, it } from "vitest";
import { checkerRecords, goldRecords } from "../../error-book/collect.ts";
import { english } from "../../language/english/english.ts";
import { type LibraryWords, noWords } from "../../language/language.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Ports } from "../../runtime/ports.ts";
import type { Resume } from "../../runtime/replay.ts";
import { cutAt, resumeAt } from "../../session/retry-point.ts";
import {
  collect,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeReader,
  fakeRetriever,
  fakeSettings,
} from "../../testing/fakes.ts";
import { run } from "../registry.ts";

const question = "Who or what is asked for here?";

async function checked(
  said: string,
  span: string,
  more: Partial<Ports> = {},
  resume?: Resume,
): Promise<RunEvent[]> {
  const large = fakeModel("large", ({ purpose }) =>
    purpose === "plan"
      ? `[Query 1]: Which name is it?\n[Answer 1]: ${said}\n[Final Content]: ${said} [1]`
      : purpose === "continue"
        ? `[Final Content]: ${span} [1]`
        : `Answer: ${said}\n${said} [1].`,
  );
  const reader = fakeReader(() => ({ span }));
  const ports = {
    ...fakePorts(
      fakeModel("small", () => "yes"),
      large,
      reader,
    ),
    retriever: fakeRetriever([{ id: "p", title: "Which", text: `The name is ${span}.` }]),
    ...more,
  };
  const settings = {
    ...fakeSettings,
    ...({ plan: "large", solve: "small", summarise: "large", reader: "encoder" } as const),
  };
  return collect(run({ runId: "r", question, settings, resume }, ports, new FakeSignal()));
}

const verdictOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === "verdict" ? [event.verdict] : []))[0];

describe("the checker", () => {
  it.each([
    ["Francois Hollande", "François Hollande"],
    ["François Hollande", "Francois HOLLANDE"],
    ["The Gambia", "Gambia"],
    ["the Netherlands", "The Netherlands"],
  ])("takes %s for %s, and puts nothing into the error book", async (said, span) => {
    const events = await checked(said, span);
    expect(verdictOf(events)).toBe("verified");
    expect(checkerRecords(events)).toEqual([]);
  });

  it.each([
    ["Nigeria", "Niger"],
    ["Guinea-Bissau", "Guinea"],
    ["Equatorial Guinea", "Guinea"],
    ["Dominican Republic", "Dominica"],
    ["Democratic Republic of the Congo", "Republic of the Congo"],
    ["Republic of the Congo", "Democratic Republic of the Congo"],
  ])("corrects %s where the passage says %s", async (said, span) => {
    const events = await checked(said, span);
    expect(verdictOf(events)).toBe("corrected");
    expect(checkerRecords(events)).toHaveLength(1);
  });
});

it("a run compares names as the language of its ports does, with the library's words", async () => {
  const told: string[] = [];
  const language: Ports["language"] = (words) => ({
    ...english(words),
    holdsName: (text, name) => {
      told.push(`${text} / ${name} / ${words.aliases.flat().join(" = ")}`);
      return true;
    },
  });
  const library = fakeRetriever([{ id: "p", title: "Which", text: "The name is Pest." }]);
  const words: LibraryWords = { aliases: [["Buda", "Pest"]], quantities: [] };
  const events = await checked("Rome", "Pest", { language, retriever: { ...library, words } });
  expect(verdictOf(events)).toBe("verified");
  expect(told).toContain("Rome / Pest / Buda = Pest");
});

it("a log whose names were compared otherwise is gone on with as it tells", async () => {
  const [said, span] = ["Francois Hollande", "François Hollande"];
  const strict: Ports["language"] = (words) => ({ ...english(words), holdsName: () => false });
  const before = await checked(said, span, { language: strict });
  expect(verdictOf(before)).toBe("corrected");
  const cut = cutAt(before, { kind: "stage", stage: "summarise" });
  if (cut === null) throw new Error("nothing to go on from");
  const after = await checked(said, span, {}, resumeAt(before, cut, null));
  expect(after.at(-1)).toMatchObject({ type: "run-end", outcome: "answered" });
  expect(verdictOf(after)).toBe("corrected");
});

describe("a gold answer", () => {
  const language = english(noWords);

  it.each([
    ["Francois Hollande", "François Hollande", "positive"],
    ["Niger", "Nigeria", "negative"],
    ["Guinea", "Equatorial Guinea", "negative"],
    ["Guinea", "Guinea-Bissau", "negative"],
    ["Dominica", "Dominican Republic", "negative"],
    ["Republic of the Congo", "Democratic Republic of the Congo", "negative"],
    ["Estonia", "Estonian", "negative"],
  ])("%s makes a chain that ends with %s %s", async (gold, final, label) => {
    const events = await checked(final, final);
    expect(goldRecords(events, [gold], language)).toMatchObject([{ label }]);
  });
});
