import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { foldLedger } from "../../../../folds/ledger.ts";
import { openLog } from "../../../../log/file.ts";
import { fakeEvidence, fakeReadRun, fakeReadTwice } from "../../../../testing/fake-reading.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { readerText } from "../../../../ui-kit/text/reader.ts";
import { AnswerPanel } from "../../../ask/view/answer/AnswerPanel.tsx";
import { MethodPanel } from "../../../ask/view/stages/MethodPanel.tsx";
import { Counts } from "../../../meter/view/Counts.tsx";
import { NodePanel } from "./NodePanel.tsx";

describe("a step that the encoder read", () => {
  function openStep(id: string) {
    renderPart(<NodePanel id={id} />, fakeReadRun());
    return { panel: screen.getByRole("article") };
  }

  it("tells of each passage what was found, how surely, and how relevant it is", () => {
    const { panel } = openStep("n4");
    expect(panel.textContent).toContain(
      "The reader picked the most likely words in each of 2 passages",
    );
    const passages = within(panel).getByRole("list", { name: "Passages" });
    const [first, second] = within(passages).getAllByRole("listitem");
    expect(first?.textContent).toContain("the reader says “ouguiya”, confidence 0.91");
    expect(first?.textContent).toContain("no-answer score 0.03");
    expect(first?.textContent).toContain("relevance 0.97");
    expect(first?.textContent).toContain("supports the answer");
    expect(second?.textContent).toContain("relevance 0.31");
  });

  it("names what was retrieved and left out", () => {
    const { panel } = openStep("n4");
    const summary = within(panel).getByText("1 passage retrieved and left out as less relevant");
    expect(summary.parentElement?.textContent).toContain("Mauritania: Government");
    expect(summary.parentElement?.textContent).toContain("relevance 0.12");
  });

  it.each([
    ["ouguiya", "ouguiya", "chose the same: “ouguiya”."],
    ["the ouguiya", "the ouguiya", "its likeliest words: “the ouguiya” instead of “ouguiya”."],
    ["1973", "ouguiya", "“1973”. Both readers together chose “ouguiya”."],
    [null, "ouguiya", "but wrote none of them: “ouguiya” was kept."],
  ])("says what a second reader made of it: %s, %s", (choice, span, said) => {
    const again = { call: "call-9", passageId: "mauritania-economy", choice, span };
    renderPart(<NodePanel id="n4" />, fakeReadTwice(again));
    expect(screen.getByRole("article").textContent).toContain(said);
  });

  it("is told from one that the language model read", () => {
    const { panel } = openStep("n1");
    expect(panel.textContent).toContain("The language model read the passages together.");
    expect(panel.textContent).not.toContain("relevance");
  });
});

describe("the answer check", () => {
  async function checkOf(...given: Parameters<typeof fakeReadRun>) {
    const app = renderPart(<AnswerPanel />, fakeReadRun(...given));
    const answer = screen.getByRole("region", { name: "Answer" });
    return { ...app, check: await within(answer).findByRole("region", { name: "Answer check" }) };
  }
  const encoderSays = (answer: string, confidence: number) => [
    ...fakeEvidence.candidates.slice(0, 1),
    { by: "encoder" as const, answer, confidence },
  ];

  it("says that it replaced the answer, by what, and where that was found", async () => {
    const { user, check } = await checkOf();
    expect(check.textContent).toMatch(
      /found “36\.6 in 2023” \(61 % sure; more than 30 % was needed\).*the small model had said “The ouguiya/u,
    );
    await user.click(within(check).getByText(readerText.foundIn("Mauritania: Economy")));
    expect(check.querySelector("mark")?.textContent).toBe("36.6 in 2023");
  });

  it.each([
    [
      "agreed",
      { candidates: encoderSays("the ouguiya; independent since 28 November 1960", 0.8) },
      /found the same \(80 % sure\)/u,
    ],
    [
      "was too unsure",
      { candidates: encoderSays("France", 0.21), chosen: "model" as const },
      /was not sure enough \(21 %; more than 30 % was needed\)/u,
    ],
    [
      "found nothing",
      { candidates: encoderSays("", 0.9), chosen: "model" as const, passageId: null },
      /found no answer either/u,
    ],
    [
      "filled a gap",
      {
        candidates: [
          { by: "model" as const, answer: "", confidence: null },
          ...encoderSays("France", 0.1).slice(1),
        ],
      },
      /The steps had found nothing/u,
    ],
  ])("says that it %s", async (_what, evidence, words) => {
    const { check } = await checkOf(evidence);
    expect(check.textContent).toMatch(words);
  });
});

describe("the rest of the page", { timeout: 20_000 }, () => {
  it("counts the encoder's time apart from the calls of language models", () => {
    renderPart(<Counts ledger={foldLedger(fakeReadRun())} />);
    const row = screen.getByText("Read by the encoder").parentElement;
    expect(row?.textContent).toContain("2 times, 0.2 s");
  });

  it("sets who reads, and what is ours, with a word on each", async () => {
    const { user, runtime } = renderPart(<MethodPanel />);
    const settings = () => runtime.settings.getState().run;
    expect(settings()).toMatchObject({ reader: "both", rerank: true, evidence: true });
    await user.click(screen.getByText("Method settings"));
    await user.selectOptions(
      await screen.findByLabelText("Who reads for the small model"),
      "model",
    );
    await user.click(screen.getByLabelText("Choose passages by relevance"));
    const threshold = screen.getByLabelText("Confidence the answer check needs");
    fireEvent.change(threshold, { target: { value: "0.5" } });
    await user.click(screen.getByLabelText("Check the answer against all evidence"));
    expect(settings()).toMatchObject({
      reader: "model",
      rerank: false,
      evidence: false,
      evidenceThreshold: 0.5,
    });
    expect(screen.queryByLabelText("Confidence the answer check needs")).toBeNull();
  });

  it("shows a log that opens like any other", () => {
    const events = fakeReadRun();
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
  });
});
