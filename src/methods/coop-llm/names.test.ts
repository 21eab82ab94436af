/** Names of the same thing agree, however they are written; names of other things never do. */
import { describe, expect, it } from "vitest";
import { checkerRecords, goldRecords } from "../../error-book/collect.ts";
import type { RunEvent } from "../../log/events.ts";
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

/** A chain whose one answer the model knows, and a reader that finds `span` for it. */
async function checked(said: string, span: string, final = said): Promise<RunEvent[]> {
  const large = fakeModel("large", ({ purpose }) =>
    purpose === "plan"
      ? `[Query 1]: Which name is it?\n[Answer 1]: ${said}\n[Final Content]: ${final} [1]`
      : purpose === "continue"
        ? `[Final Content]: ${span} [1]`
        : `Answer: ${final}\n${final} [1].`,
  );
  const reader = fakeReader(() => ({ span }));
  const ports = {
    ...fakePorts(
      fakeModel("small", () => "yes"),
      large,
      reader,
    ),
    retriever: fakeRetriever([{ id: "p", title: "Which", text: `The name is ${span}.` }]),
  };
  const settings = {
    ...fakeSettings,
    ...({ plan: "large", solve: "small", summarise: "large", reader: "encoder" } as const),
  };
  return collect(run({ runId: "r", question, settings }, ports, new FakeSignal()));
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

describe("a gold answer", () => {
  const language = fakePorts(fakeModel("small", () => "")).language({
    aliases: [],
    quantities: [],
  });

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
