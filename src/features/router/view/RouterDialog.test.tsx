import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import * as Comlink from "comlink";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../../log/errors.ts";
import type { RunEvent } from "../../../log/events.ts";
import { createRouter, type Router } from "../../../methods/homo-router/training/client.ts";
import { readPolicy } from "../../../methods/homo-router/training/policy.ts";
import type { ScoreRow } from "../../../methods/homo-router/training/scores.ts";
import { createRouterWorker } from "../../../methods/homo-router/training/solver.ts";
import type { Run } from "../../../runtime/run.ts";
import { noProgress } from "../../../session/device-store.ts";
import type { Services } from "../../../session/services.ts";
import { memoryRouter } from "../../../testing/fake-services.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { stubFiguresWorker } from "../../../testing/router/figures-worker.ts";
import { rowsOf } from "../../../testing/router/rows.ts";
import * as files from "../../../ui-kit/save-file.ts";
import { routerText as words } from "../text/router.ts";
// Here already, so that no test waits for the part to be fetched.
import "./RouterDialog.tsx";

const open: Router[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const router of open.splice(0)) router.close();
});

/** The real router on the other end of a channel. */
function realRouter(): Router {
  const router = createRouter(() => {
    const { port1, port2 } = new MessageChannel();
    Comlink.expose(createRouterWorker(), port1);
    return Object.assign(port2, { terminate: () => port1.close() });
  });
  open.push(router);
  return router;
}

/** FAKE: every question is answered with "yes", and with "no" from memory. */
const answering: Run = async function* ({ settings }) {
  const short = settings.source.tool === "none" ? "no" : "yes";
  const events = [
    { type: "answer", call: null, text: short, short, citations: [], path: [] },
    { type: "run-end", outcome: "answered", error: null },
  ] as const;
  for (const [seq, event] of events.entries()) yield { ...event, seq, atMs: 0 } as RunEvent;
};

async function openRouter(rows: readonly ScoreRow[] = [], changes: Partial<Services> = {}) {
  const storage = memoryRouter();
  await storage.putRows(rows);
  const router = realRouter();
  const embedder = {
    embed: async (texts: readonly string[]) => texts.map(() => Float32Array.from([1, 2])),
  };
  const app = await renderApp({
    routerStorage: () => Promise.resolve(storage),
    router: () => Promise.resolve(router),
    loadRun: () => Promise.resolve(answering),
    openLibrary: () =>
      Promise.resolve({
        retriever: {
          library: { id: "l", title: "L", edition: "", passages: 0, visibility: "private" },
          retrieve: () => Promise.reject(new AppError("internal")),
          passage: () => Promise.resolve(null),
        },
        embedder,
        reader: null,
        device: "wasm" as const,
        refused: null,
        openContext: () => Promise.reject(new AppError("internal")),
        close: () => undefined,
      }),
    ...changes,
  });
  await app.user.click(screen.getByRole("button", { name: "Search router" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Search router" }));
  // Its parts come one by one.
  await dialog.findByRole("region", { name: "Learn what to expect" });
  return { ...app, dialog, storage };
}

type Opened = Awaited<ReturnType<typeof openRouter>>;

const part = ({ dialog }: Pick<Opened, "dialog">, name: string) =>
  within(dialog.getByRole("region", { name }));

describe("questions and scores", { timeout: 60_000 }, () => {
  it("takes pasted questions and says what it left out", async () => {
    const app = await openRouter();
    const { getByRole, findByText, getByText } = part(app, "Questions with right answers");
    await app.user.click(getByRole("textbox", { name: "Paste questions" }));
    await app.user.paste("Who?,me\nWhy?\n");
    await app.user.click(getByRole("button", { name: "Add these" }));
    expect(await findByText("1 question was added.")).toBeTruthy();
    expect(getByText("Line 2: it has no answer")).toBeTruthy();
    expect(app.runtime.router.getState().rows).toMatchObject([{ question: "Who?", golds: ["me"] }]);
  });

  it("tries the ticked tools, and shows what each scored", async () => {
    const rows = rowsOf(3).map((row) => ({ ...row, scores: {}, vector: null }));
    const app = await openRouter(rows);
    const collect = part(app, "Try the tools");
    // Memory and the library by both ways are ticked at first.
    expect(await collect.findByText("6 answers to find.")).toBeTruthy();
    expect(collect.getByText("Nothing leaves this device.")).toBeTruthy();
    expect(collect.queryByRole("spinbutton")).toBeNull();
    await app.user.click(app.dialog.getByRole("checkbox", { name: "Library, by words" }));
    expect(collect.getByText("9 answers to find.")).toBeTruthy();
    await app.user.click(collect.getByRole("button", { name: "Start" }));
    expect(await collect.findByText(/Done\. 9 answers scored\./u)).toBeTruthy();
    const row = app.dialog.getByRole("row", { name: /Library, by words/u });
    expect(row.textContent).toMatch(/\$031\.00$/u);
    expect(app.dialog.getByRole("row", { name: /from memory/u }).textContent).toMatch(/30\.00$/u);
  });

  it("tells how far the models that it needs have come, and stops waiting for them", async () => {
    const rows = rowsOf(3).map((row) => ({ ...row, scores: {}, vector: null }));
    const app = await openRouter(rows, {
      loadSmall: ({ onProgress }) => {
        onProgress({ ...noProgress, phase: "downloading", loadedBytes: 65e6, totalBytes: 130e6 });
        return new Promise(() => undefined);
      },
    });
    const collect = part(app, "Try the tools");
    await app.user.click(await collect.findByRole("button", { name: "Start" }));
    const bar = await collect.findByRole("progressbar", { name: "Fake-135M, made up" });
    expect(bar).toMatchObject({ value: 65e6, max: 130e6 });
    await app.user.click(collect.getByRole("button", { name: "Stop" }));
    expect(await collect.findByRole("button", { name: "Start" })).toBeTruthy();
    expect(collect.queryByRole("progressbar")).toBeNull();
  });

  it("tells what a paid service will cost before it is asked, and where questions go", async () => {
    const rows = rowsOf(4).map((row) => ({ ...row, scores: {}, vector: null }));
    const app = await openRouter(rows);
    const { change } = app.runtime.settings.getState();
    const service = (id: string, usdPerThousand: number | null) => ({
      kind: "searxng" as const,
      id,
      title: `Service ${id}`,
      usdPerThousand,
      address: `https://${id}.example`,
      cx: "",
      header: { name: "", value: "" },
      paths: { list: "", title: "", text: "", url: "" },
    });
    change({ tools: [service("paid", 5), service("secret", null)] });
    const collect = part(app, "Try the tools");
    expect(
      await collect.findByText(/Service paid: \$0\.02 to \$0\.06 for 4 searches/u),
    ).toBeTruthy();
    expect(collect.getByText(/Service secret: its price is not known/u)).toBeTruthy();
    expect(collect.getByText(/leave this device for https:\/\/paid\.example, https/u)).toBeTruthy();
    expect(collect.getByRole("spinbutton", { name: /Spend at most/u })).toHaveProperty(
      "value",
      "1",
    );
    expect(app.dialog.getByRole("row", { name: /Service secret/u }).textContent).toContain("—");
  });

  it("takes scores from a file, line by line, and asks twice before it deletes them", async () => {
    const app = await openRouter();
    const text = `${JSON.stringify({ id: "a", question: "A?", scores: { web: 0.5 } })}\n{}\n`;
    const { findByText, getByLabelText, findByRole } = part(app, "Scores as a file");
    await app.user.upload(getByLabelText("Open a file of scores"), new File([text], "s.jsonl"));
    expect(await findByText("1 question was read.")).toBeTruthy();
    expect(await findByText(/Line 2: it is no row/u)).toBeTruthy();
    // Named by the file only: it can be priced here, but not asked.
    expect(await app.dialog.findByRole("row", { name: /web \(not set up here\)/u })).toBeTruthy();
    await app.user.click(await findByRole("button", { name: "Delete all questions and scores" }));
    await app.user.click(await findByRole("button", { name: "Really delete 1 question" }));
    await waitFor(() => expect(app.runtime.router.getState().rows).toEqual([]));
  });

  it("leaves matching, files and deleting alone while tools are tried", async () => {
    const rows = rowsOf(1).map((row) => ({ ...row, scores: {} }));
    const app = await openRouter(rows, { loadRun: () => new Promise(() => undefined) });
    const { findByRole, findByText, getByRole, queryByRole } = part(app, "Scores as a file");
    const deleting = { name: "Delete all questions and scores" };
    expect(await findByRole("button", deleting)).toBeTruthy();
    await app.user.click(part(app, "Try the tools").getByRole("button", { name: "Start" }));
    expect(await findByText(/While tools are tried/u)).toBeTruthy();
    expect(queryByRole("button", deleting)).toBeNull();
    expect(
      getByRole("button", { name: "Open a file of scores" }).getAttribute("aria-disabled"),
    ).toBe("true");
    const options = within(getByRole("combobox")).getAllByRole("option");
    expect(options.filter((option) => !option.hasAttribute("disabled"))).toHaveLength(1);
  });

  it("says that nothing is kept where the browser refuses", async () => {
    const refused = () => Promise.reject(new Error("no storage here"));
    const { dialog } = await openRouter([], { routerStorage: refused });
    expect(await dialog.findByText(/does not let the page keep anything/u)).toBeTruthy();
  });
});

async function trained(
  count: number,
  prices: "known" | "unknown" = "known",
  rows: readonly ScoreRow[] = rowsOf(count),
) {
  const app = await openRouter(rows);
  const web = await app.dialog.findByRole("row", { name: /web \(not set up/u });
  const price = within(web).getByRole("spinbutton", { name: /Price of web/u });
  if (prices === "known") await app.user.type(price, "5");
  const train = part(app, "Learn what to expect");
  await app.user.click(train.getByRole("button", { name: "Train" }));
  await train.findByText("On questions that were held out", {}, { timeout: 20_000 });
  return { ...app, train };
}

describe("learning and assigning", { timeout: 60_000 }, () => {
  it("shows what neighbours change, before and after", async () => {
    const app = await openRouter(rowsOf(8));
    const refine = part(app, "Smooth the scores by neighbours");
    await app.user.click(await refine.findByRole("button", { name: "Show what changes" }));
    expect(await refine.findByText(/8 questions: scores move by 0\.\d+ on average/u)).toBeTruthy();
    expect(refine.getAllByText(/No search: from memory \d\.\d\d → \d\.\d\d/u)).toHaveLength(8);
    expect(refine.getAllByText(/\(similarity/u)).toHaveLength(16);
  });

  it("takes what was learnt along, and says when the scores are others since", async () => {
    const app = await trained(8);
    expect(app.train.queryByText(/differ from what this was learnt from/u)).toBeNull();
    const spy = vi.spyOn(files, "saveFile").mockImplementation(() => undefined);
    await app.user.click(app.train.getByRole("button", { name: "Save what was learnt" }));
    await waitFor(() => expect(spy).toHaveBeenCalled());
    const learnt = String(spy.mock.calls[0]?.[1]);
    expect(await app.storage.study()).toBe(learnt);
    await app.user.upload(
      part(app, "Scores as a file").getByLabelText("Open a file of scores"),
      new File(
        [
          JSON.stringify({
            ...rowsOf(1)[0],
            vector: null,
            scores: { none: 0.9, bm25: 0.1, web: 0.2 },
          }),
        ],
        "s.jsonl",
      ),
    );
    expect(await app.train.findByText(/1 question of those here differs/u)).toBeTruthy();
    await app.user.upload(
      app.train.getByLabelText("Open what was learnt"),
      new File(["{}"], "r.json"),
    );
    expect((await app.dialog.findByRole("alert")).textContent).toContain("what a router learnt");
    expect(app.train.getByText("On questions that were held out")).toBeTruthy();
  });

  it("says plainly when questions are too few to tell", async () => {
    const { train } = await trained(10);
    expect(train.getByText(/With 10 questions little can be learnt/u)).toBeTruthy();
    expect(train.getByText("Not enough questions to tell.")).toBeTruthy();
    expect(train.getByRole("row", { name: /oracle/u })).toBeTruthy();
    expect(train.getByRole("row", { name: /^J /u })).toBeTruthy();
  });

  it("draws what accuracy costs, assigns every question, and saves the policy with its λ", async () => {
    const app = await trained(40);
    const curve = within(await app.dialog.findByRole("region", { name: "Accuracy and cost" }));
    expect(curve.getByRole("img", { name: /Cost against accuracy at \d+ bounds/u })).toBeTruthy();
    expect(
      await curve.findByText((text) => text.endsWith(words.proven), {}, { timeout: 20_000 }),
    ).toBeTruthy();
    const table = within(curve.getByRole("region", { name: "Which question goes where" }));
    expect(table.getByRole("table").getAttribute("aria-rowcount")).toBe("41");
    // Only those in sight are drawn.
    expect(table.getAllByRole("row").length).toBeLessThan(25);
    expect(curve.getByText(/^Assigned: /u)).toBeTruthy();
    await app.user.click(curve.getByRole("button", { name: /Use in runs: save cost, at 0/u }));
    expect(await curve.findByText(/^Saved\./u)).toBeTruthy();
    const { policy } = app.runtime.router.getState();
    expect(policy).toMatchObject({ trainedOn: 40, prices: { web: 5, none: 0, bm25: 0 }, k: 2 });
    expect(policy?.lambda).toBeGreaterThan(0);
    expect(policy?.pMin).toBeGreaterThan(0);
    expect(await app.storage.policy()).toEqual(policy);
  });

  it("explains a bound that cannot be kept", async () => {
    const app = await trained(40);
    const curve = within(await app.dialog.findByRole("region", { name: "Accuracy and cost" }));
    const slider = curve.getByRole("slider", { name: /P_min/u });
    const highest = slider.getAttribute("max") ?? "";
    fireEvent.change(slider, { target: { value: highest } });
    expect(
      await curve.findByText(
        /No assignment reaches 0\.\d+.*the mean is 0\.\d+/u,
        {},
        { timeout: 20_000 },
      ),
    ).toBeTruthy();
    const save = curve.getByRole("button", { name: /save cost/u });
    expect(save.getAttribute("aria-disabled")).toBe("true");
  });

  it("refuses to save cost on an unknown price, and offers best predicted", async () => {
    const app = await trained(40, "unknown");
    const curve = within(await app.dialog.findByRole("region", { name: "Accuracy and cost" }));
    expect(curve.getByText(/while a price is unknown: web.*not taken for 0/u)).toBeTruthy();
    await app.user.click(curve.getByRole("button", { name: "Use in runs: best predicted" }));
    await waitFor(() =>
      expect(app.runtime.router.getState().policy).toMatchObject({
        lambda: 0,
        pMin: null,
        prices: { web: null },
      }),
    );
  });

  it("takes the policy along, chooses its method, and deletes it", async () => {
    const app = await trained(40, "unknown");
    const curve = within(await app.dialog.findByRole("region", { name: "Accuracy and cost" }));
    await app.user.click(curve.getByRole("button", { name: "Use in runs: best predicted" }));
    const runs = part(app, "In runs");
    await app.user.click(await runs.findByRole("button", { name: /Choose HomoRouter/u }));
    expect(app.runtime.settings.getState().run).toMatchObject({
      method: "homo-router",
      source: { choice: "best-predicted" },
    });
    const spy = vi.spyOn(files, "saveFile").mockImplementation(() => undefined);
    await app.user.click(runs.getByRole("button", { name: "Save the router as a file" }));
    const saved = spy.mock.calls[0]?.[1] ?? "";
    expect(readPolicy(saved).trainedOn).toBe(40);
    await app.user.click(runs.getByRole("button", { name: "Delete the router" }));
    expect(await runs.findByText(/No router is set up/u)).toBeTruthy();
    await app.user.upload(runs.getByLabelText("Open a router"), new File(["{}"], "r.json"));
    expect((await app.dialog.findByRole("alert")).textContent).toContain("not a router's file");
    await app.user.upload(runs.getByLabelText("Open a router"), new File([saved], "r.json"));
    expect(await runs.findByText(/learnt from 40 questions/u)).toBeTruthy();
  });
});

describe("the paper's figures", { timeout: 60_000 }, () => {
  const sets = rowsOf(40).map((row, index) => ({ ...row, set: index < 15 ? "far" : "near" }));

  it("shows Table 1, with and without refinement, and who wins, ties and loses", async () => {
    stubFiguresWorker();
    const app = await trained(40);
    const measure = part(app, "Measure it as the paper does");
    await app.user.click(measure.getByRole("button", { name: /with and without refinement/u }));
    const figure = { name: "Win, tie and lose" };
    await app.dialog.findByRole("region", figure, { timeout: 20_000 });
    const [whole] = app.dialog.getAllByRole("region", { name: "Accuracy, J and cost" });
    if (whole === undefined) throw new Error("no table");
    const table = within(whole);
    expect(table.getByText(/n = 40, each predicted by heads/u)).toBeTruthy();
    const cells = (name: RegExp) =>
      within(table.getByRole("row", { name }))
        .getAllByRole("cell")
        .map((cell) => cell.textContent);
    const interval = /^\d+\.\d % \(\d+\.\d–\d+\.\d\)$/u;
    expect(cells(/^Best predicted, α = 0.5/u)).toEqual([
      expect.stringMatching(interval),
      expect.stringMatching(/^0\.\d{4} \(/u),
      expect.stringMatching(/^\$\d/u),
      "—",
    ]);
    expect(cells(/without refinement/u)[3]).toMatch(/ to /u);
    expect(cells(/Always web/u).slice(1, 3)).toEqual(["—", "$5.00"]);
    expect(cells(/oracle/u)[0]).toMatch(interval);
    const pairs = app.dialog.getByRole("img", { name: /Win, tie and lose of 6 pairs on 40/u });
    expect(pairs.getAttribute("aria-label")).toMatch(/Router \(α = 0.5\) against web/u);
    const spy = vi.spyOn(files, "saveBlob").mockImplementation(() => undefined);
    await app.user.click(
      app.dialog.getByRole("button", { name: "Save “Win, tie and lose” as CSV" }),
    );
    await waitFor(() => expect(spy).toHaveBeenCalled());
    const csv = await spy.mock.calls[0]?.[1].text();
    expect(csv?.split("\n")).toHaveLength(7);
    expect(csv).toMatch(/^left,right,questions,win,win_low/u);
  });

  it("draws accuracy and J by α on a set that was not trained on", async () => {
    stubFiguresWorker();
    const app = await trained(40, "known", sets);
    const measure = part(app, "Measure it as the paper does");
    const choice = measure.getByRole("combobox", { name: "Test on" });
    expect(
      within(choice)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual([
      "Held-out fifths of all questions",
      "far: 15 questions, trained on the other 25",
      "near: 25 questions, trained on the other 15",
    ]);
    await app.user.selectOptions(choice, "far");
    await app.user.click(measure.getByRole("button", { name: /seven values/u }));
    const alpha = within(
      await app.dialog.findByRole("region", { name: "Accuracy and J by α" }, { timeout: 20_000 }),
    );
    expect(alpha.getByRole("img", { name: /^Accuracy from \d/u })).toBeTruthy();
    expect(alpha.getByText(/n = 15 of far, .* the 25 questions of the other sets/u)).toBeTruthy();
    expect(alpha.getAllByRole("row", { hidden: true })).toHaveLength(8);
  });

  it("counts the settings while it trains, and stops", async () => {
    stubFiguresWorker(() => ({
      measure: (_, onProgress) => {
        onProgress({
          trial: 3,
          trials: 7,
          training: 2,
          trainings: 5,
          epoch: 1,
          epochs: 20,
          loss: 0,
        });
        return new Promise(() => undefined);
      },
    }));
    const app = await trained(8);
    const measure = part(app, "Measure it as the paper does");
    await app.user.click(measure.getByRole("button", { name: /seven values/u }));
    expect(await measure.findByText("Setting 3 of 7, part 2 of 5.")).toBeTruthy();
    expect(measure.getByRole("progressbar")).toMatchObject({ max: 700, value: 221 });
    await app.user.click(measure.getByRole("button", { name: "Stop" }));
    expect(await measure.findByRole("button", { name: /seven values/u })).toBeTruthy();
    expect(measure.queryByRole("progressbar")).toBeNull();
  });

  it("marks tools, best predicted and the bound at their true scores", async () => {
    const app = await trained(40);
    const curve = within(await app.dialog.findByRole("region", { name: "Accuracy and cost" }));
    const picture = within(curve.getByRole("img", { name: /Cost against accuracy/u }));
    expect(picture.getByText("best predicted")).toBeTruthy();
    expect(curve.getByText(/All marks stand at their true score/u)).toBeTruthy();
  });
});
