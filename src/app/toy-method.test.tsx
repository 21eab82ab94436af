/**
 * Adding a method takes one object and one line: this test defines one and finds it everywhere.
 * Example of `docs/methods.md`.
 */
import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { readArguments } from "../cli/arguments.ts";
import { helpText } from "../cli/help.ts";
import { AskForm, BeforeAsking } from "../features/ask/view/AskForm.tsx";
import { MethodDialog } from "../features/ask/view/stages/MethodDialog.tsx";
import { Switchboard } from "../features/ask/view/stages/Switchboard.tsx";
import { combinationsOf, offeredComparisons } from "../features/lab/view/batch/configurations.ts";
import { emptyDraft } from "../features/lab/view/batch/draft.ts";
import { MethodPart } from "../features/lab/view/batch/MethodPart.tsx";
import { loadPromptsDialog } from "../features/settings/view/prompts/PromptsDialog.tsx";
import { foldTrace } from "../folds/trace.ts";
import { openRunFile, writeRunFile } from "../log/file.ts";
import {
  answerWith,
  baselineParts,
  callBaseline,
  close,
  closeWithAnswer,
  isSolvedBy,
  lookUp,
  openNextStep,
  searchPrompts,
} from "../methods/baselines/baseline.ts";
import { baselinePresets, searchControls } from "../methods/baselines/presets.ts";
import { methods } from "../methods/index.ts";
import { listPrompt } from "../methods/pipeline-prompts.ts";
import { run } from "../methods/registry.ts";
import type { Configured } from "../node/run-settings.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { ownNumber } from "../runtime/controls.ts";
import { defineMethod, solves } from "../runtime/method.ts";
import { type PromptTemplate, promptFrom } from "../runtime/prompt-template.ts";
import { reads, when } from "../runtime/uses.ts";
import type { Conclusion } from "../stages/answer-event.ts";
import { collect, FakeSignal, fakeModel, fakePorts } from "../testing/fakes.ts";
import { describeMethodContract, question } from "../testing/methods/method-contract.ts";
import { renderApp, renderPart } from "../testing/render-app.tsx";
import { go, outcomeOf, resumeFrom } from "../testing/state/gone-on.ts";
import { allActions } from "./actions/list.ts";

const toySettings = {
  hints: {
    group: "solve",
    kind: "number",
    min: 0,
    max: 3,
    step: 1,
    whole: true,
    initial: 1,
    label: "Hints asked for",
    help: "Each is looked up before the question is answered.",
  },
} as const;

const toyTemplate: PromptTemplate = {
  id: "toy-hint",
  messages: [
    { role: "system", content: "Give one hint." },
    { role: "user", content: "{{question}}" },
  ],
};

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const { question: asked, settings } = context;
  let last = root;
  for (let hint = 0; hint < ownNumber(settings, toySettings, "hints"); hint += 1) {
    const values = { question: asked };
    const rest = { fixedPrefixMessages: 1, maxTokens: 24, stop: ["\n"] };
    const prompt = promptFrom(toyTemplate, values, rest);
    const { id, text } = yield* callBaseline(context, last, "reason", prompt);
    last = yield* openNextStep(context, last, id, `Hint ${hint + 1}: ${text}`);
    const passages = yield* lookUp(context, last, text);
    yield* closeWithAnswer(
      context,
      last,
      "answered",
      yield* answerWith(context, last, text, passages),
    );
  }
  yield context.event({ type: "deviation", switch: "toyHinted", node: root });
  const given = yield* answerWith(context, root, asked, yield* lookUp(context, root, asked));
  yield close(context, root, "combined", given);
  return { ...given, marks: [] };
}

const named = { id: "toy", title: "Toy" };

const toy = defineMethod({
  ...named,
  citation: "Nobody, 2026: A Toy",
  summary: "Asks for hints first.",
  kind: "baseline",
  shape: "tree",
  stages: ["solve"],
  settings: toySettings,
  uses: (settings) => [
    ...solves(settings),
    when("source.tool", settings.source.tool !== "none", reads("rival.hints")),
  ],
  controls: searchControls,
  departures: { toyHinted: "It was given hints, which no paper does." },
  presets: baselinePresets(named, [{ id: "", title: "", description: "One hint." }]),
  load: async () =>
    baselineParts({
      solve,
      listed: [
        ...searchPrompts,
        listPrompt(
          "solve",
          ["trained", "instruct", "base"],
          "Give a hint",
          toyTemplate,
          isSolvedBy,
        ),
      ],
      choices: ["How many hints there are is left open."],
    }),
});

methods.add(toy);

const [preset] = toy.presets;
if (preset === undefined) throw new RangeError("it has no preset");
const { settings } = preset;
const alone: Configured = { large: false, heads: true, tools: [], routerTools: null };

describe.each(toy.presets)("the contract of a toy method, $id", (one) =>
  describeMethodContract(toy, one),
);

describe("a toy method in the page", () => {
  async function panel() {
    const page = renderPart(
      <>
        <AskForm />
        <BeforeAsking />
        <Switchboard />
        <MethodDialog />
      </>,
    );
    act(() => page.view.getState().open("method"));
    await page.user.click(screen.getByRole("radio", { name: "Toy" }));
    await page.user.click(screen.getByText("Method settings"));
    await screen.findByText("Back to the preset");
    return page;
  }

  it("is chosen and set in the panel, which says what its paper leaves open", async () => {
    const { runtime } = await panel();
    const field = screen.getByLabelText("Hints asked for");
    expect(field).toHaveProperty("value", "1");
    act(() => runtime.settings.getState().setControl("rival.hints", 3));
    expect(runtime.settings.getState().run).toMatchObject({ method: "toy", rival: { hints: 3 } });
    act(() => runtime.settings.getState().setControl("rival.hints", 9));
    expect(runtime.settings.getState().run.rival).toEqual({ hints: 3 });
    expect(screen.getByText("How many hints there are is left open.")).toBeTruthy();
  });

  it("shows none of its settings that does nothing", async () => {
    const { user } = await panel();
    expect(screen.getByLabelText("Hints asked for")).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Search tool"), "none");
    expect(screen.queryByLabelText("Hints asked for")).toBeNull();
    expect(screen.getByText(/nothing with these choices/u)).toBeTruthy();
  });

  it("has its prompt in the dialog, where it can be changed", async () => {
    const Dialog = await loadPromptsDialog();
    const { runtime, view } = renderPart(<Dialog />);
    act(() => {
      runtime.settings.getState().changeRun(settings);
      view.getState().open("prompts");
    });
    expect(screen.getByRole("button", { name: "Give a hint" })).toBeTruthy();
  });

  it("is in the palette, and in the lab with its combinations", async () => {
    expect(allActions().map(({ title }) => title)).toContain("Method: Toy");
    const draft = emptyDraft(settings);
    renderPart(<MethodPart draft={draft} change={() => undefined} />);
    const method = screen.getByLabelText("Method");
    expect(within(method).getByRole("option", { name: "Toy" })).toBeTruthy();
    expect(combinationsOf(draft).map(({ id }) => id)).toEqual(["-S-", "-L-"]);
    expect(offeredComparisons(draft)).toContain("eight");
  });
});

it("has its help, its presets and its setting on the command line", () => {
  const help = helpText(toy);
  expect(help).toContain(" toy ");
  expect(help).toContain(" toy-small ");
  expect(help).toMatch(/ rival\.hints +a number from 0 to 3\n/u);
  const argv = ["q", "--method", "toy", "--set", "rival.hints=2"];
  expect(readArguments(argv).settings(alone).rival).toEqual({ hints: 2 });
  const outside = ["q", "--method", "toy", "--set", "rival.hints=7"];
  expect(() => readArguments(outside).settings(alone)).toThrow(/0 to 3/u);
});

describe("a run of a toy method", () => {
  it("is drawn with its shape, its steps and the sentence of its departure", async () => {
    const { events } = await go({ settings });
    const trace = foldTrace(events);
    expect([trace.outcome, trace.shape]).toEqual(["answered", "tree"]);
    const { user } = await renderApp({}, events);
    const tree = screen.getByRole("tree", { name: "Steps of the run" });
    const items = within(tree).getAllByRole("treeitem");
    const called = (words: RegExp) =>
      items.find((item) => words.test(item.getAttribute("aria-label") ?? ""));
    expect(called(/Hint 1/u)).toBeTruthy();
    const step = items.find((item) => item.getAttribute("aria-level") === "2");
    if (step === undefined) throw new Error("the question is no step");
    step.focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("It was given hints, which no paper does.")).toBeTruthy();
  });

  it("opens again from its file as it was", async () => {
    const { events } = await go({ settings });
    const file = writeRunFile(events);
    expect(openRunFile(file)).toEqual(events);
    // A reader without this method can still open its run.
    expect(foldTrace(openRunFile(file)).answer?.short).not.toBe("");
  });

  it("goes on from a step that a person corrected", async () => {
    const asked = { settings };
    const { events } = await go(asked);
    const point = { kind: "correct", node: "node-2", answer: "Graz" } as const;
    const { events: after } = await resumeFrom(asked, events, point);
    expect(outcomeOf(after).outcome).toBe("answered");
    expect(foldTrace(after).nodes.get("node-2")?.answer).toBe("Graz");
  });

  it("is refused where its setting is out of its bounds, by the name it has", async () => {
    const ports = fakePorts(fakeModel("small", () => ""));
    const far = { ...settings, rival: { hints: 1e9 } };
    const request = { runId: "r", question, settings: far };
    const events = await collect(run(request, ports, new FakeSignal()));
    expect(events.at(-1)).toMatchObject({
      outcome: "failed",
      error: { params: { reason: "out-of-bounds", label: "Hints asked for", max: 3 } },
    });
  });
});
