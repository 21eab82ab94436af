/** The page's view of batches that do not compare combinations. */
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ComparedIn, Configuration, LabResult } from "../../../../evaluation/types.ts";
import { allSmallSettings } from "../../../../methods/coop-llm/presets.ts";
import { type GeneratedLab, generatedLab } from "../../../../testing/lab/generated-lab.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { analysedLab, sameThreadAnalyst } from "../../../../testing/ui/lab-analysis/fake-lab.ts";
import { LabHolder } from "../lab-context.ts";
import { AnalysisView } from "./AnalysisView.tsx";

const gateOff = { ...allSmallSettings, gate: { ...allSmallSettings.gate, kind: "off" as const } };
const configuration = (id: string, title = id): Configuration => ({
  id,
  title,
  settings: { ...gateOff, method: "coop-llm" },
  small: null,
});

function batchOf(
  comparison: ComparedIn,
  scores: Readonly<Record<string, readonly number[]>>,
  changes: (id: string, at: number) => Partial<LabResult> = () => ({}),
): GeneratedLab {
  const ids = Object.keys(scores);
  const made = generatedLab(
    20,
    7,
    ids.map((id) => configuration(id, id.replace("=", " is "))),
  );
  const results = made.results.map((result): LabResult => {
    const at = made.questions.findIndex(({ id }) => id === result.question);
    const own = scores[result.configuration] ?? [];
    const right = own[at % own.length] ?? 0;
    const metrics = { ...result.metrics, right, coverEm: right, f1: right };
    return { ...result, metrics, ...changes(result.configuration, at) };
  });
  return { ...made, batch: { ...made.batch, comparison }, results };
}

async function renderBatch(generated: GeneratedLab) {
  const { lab, batch } = analysedLab(generated);
  const shown = renderPart(
    <LabHolder value={lab}>
      <AnalysisView batchId={batch.id} createAnalyst={() => sameThreadAnalyst()} />
    </LabHolder>,
  );
  await screen.findByRole("heading", { name: "Accuracy against cost" });
  return shown;
}

const headings = () =>
  screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
const row = (table: string, name: RegExp) =>
  within(screen.getByRole("table", { name: table })).getByRole("row", { name }).textContent;

/** As asserted below: 5 of 20 right without a search, 15 with one. */
const methods = { plain: [1, 0, 0, 0], searching: [0, 1, 1, 1] };

describe("a batch of methods", () => {
  const told = (id: string, at: number): Partial<LabResult> => ({
    searches: id === "plain" ? 0 : 2,
    steps: { all: 2, unsolved: at === 0 ? 1 : 0 },
    exit: at < 15 ? "passages" : "unknown",
    written: id === "plain" ? { answer: 10 } : { answer: 30, claims: 8, proxy: null },
    ...(id === "plain" ? {} : { misled: at < 4 ? at === 0 : null, helped: null }),
  });

  it("begins with the differences from its own method, and has no parts of stages", async () => {
    await renderBatch(batchOf({ kind: "methods", method: "plain" }, methods, told));
    expect(headings().slice(0, 11)).toEqual([
      "Advice",
      "Against “plain”",
      "Accuracy against cost",
      "By every measure",
      "How sure, how right",
      "How the runs went",
      "Ways to an answer",
      "With and without looking up",
      "Before and after looking up",
      "Tokens written, by what for",
      "Questions of searching",
    ]);
    expect(row("Against “plain”", /^searching/u)).toMatch(
      /^searching50\.0 \(\S+\s…\s\S+\)p\s=\s0\.0\d+20cannot tell: about 10 more questions would settle it$/u,
    );
    expect(screen.getByText(/^“plain” itself: 25\.0 .*n\s=\s20\.$/u)).toBeTruthy();
    expect(screen.queryByRole("group", { name: /Switches/u })).toBeNull();
  });

  it("tells routes, retrieval, tokens and steps with how many of how many", async () => {
    await renderBatch(batchOf({ kind: "methods", method: "plain" }, methods, told));
    const ways = within(screen.getByRole("table", { name: "Ways to an answer" }));
    expect(ways.getAllByRole("row")[1]?.textContent).toMatch(
      /^plainits passages75\.0 \(.*15 of 20.*26\.7 \(.*4 of 15$/u,
    );
    expect(ways.getAllByRole("row")[2]?.textContent).toMatch(/^plainnothing sure25\.0.*5 of 20/u);
    expect(row("With and without looking up", /^searching/u)).toMatch(
      /75\.0 .*15 of 20.*0\.0 .*0 of 20.*25\.0 .*5 of 20.*100\.0 .*5 of 5.*100\.0 .*15 of 15$/u,
    );
    expect(row("Before and after looking up", /^searching/u)).toMatch(/25\.0 \(.*1 of 4—$/u);
    expect(screen.getByText(/Configurations that give no answer before/u)).toBeTruthy();
    expect(row("Tokens written, by what for", /^plain/u)).toBe("plain10.00.00.00.00.010.020");
    expect(row("Tokens written, by what for", /^searching/u)).toBe("searching30.0—8.00.00.0—20");
    expect(screen.getByText(/a server did not count them/u)).toBeTruthy();
    expect(row("How the runs went", /^searching/u)).toMatch(
      /^searching2\.00n = 202\.00n = 202\.5 .*1 of 40/u,
    );
  });

  it("says of older results what they do not tell, and leaves out what nobody knows", async () => {
    await renderBatch(batchOf({ kind: "ablations", method: "plain" }, methods));
    expect(screen.getByText(/earlier versions do not tell steps/u)).toBeTruthy();
    expect(row("How the runs went", /^plain/u)).toMatch(/^plain2\.00n = 20——/u);
    for (const name of [
      /^Against/u,
      "Ways to an answer",
      "With and without looking up",
      "Before and after looking up",
      "Tokens written, by what for",
    ]) {
      expect(screen.queryByRole("heading", { name })).toBeNull();
    }
  });
});

it("draws a number that is varied by its name, in the order of its values", async () => {
  const swept = { kind: "sweep", method: "coop-llm", path: "gate.threshold" };
  await renderBatch(
    batchOf(swept, {
      "gate.threshold=1": [1],
      "gate.threshold=0": [0],
      "gate.threshold=0.5": [1, 0],
    }),
  );
  expect(headings().slice(0, 3)).toEqual(["Advice", "By “Known above”", "Accuracy against cost"]);
  const rows = within(screen.getByRole("table", { name: "By “Known above”" })).getAllByRole("row");
  expect(rows.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^Known abovetoken F1, %.*per questionn$/u),
    expect.stringMatching(/^00\.0 \(.*20$/u),
    expect.stringMatching(/^0\.550\.0 \(.*20$/u),
    expect.stringMatching(/^1100\.0 \(.*20$/u),
  ]);
  const name = "Save “By “Known above”” as CSV";
  expect(screen.getByRole("button", { name })).toBeTruthy();
});
