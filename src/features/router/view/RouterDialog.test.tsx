import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../../log/errors.ts";
import { readPolicy } from "../../../methods/homo-router/training/policy.ts";
import type { ScoreRow } from "../../../methods/homo-router/training/scores.ts";
import type { Services } from "../../../session/services.ts";
import { memoryRouter } from "../../../testing/fake-services.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { rowsOf } from "../../../testing/router/rows.ts";
import { realRouter } from "../../../testing/state/router-store.ts";
import * as files from "../../../ui-kit/save-file.ts";
import { routerText as words } from "../text/router.ts";
// Imported here so that no test waits for the lazy part.
import "./RouterDialog.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

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
  await dialog.findByRole("region", { name: words.trainTitle });
  return { ...app, dialog, storage };
}

type Opened = Awaited<ReturnType<typeof openRouter>>;

const part = ({ dialog }: Pick<Opened, "dialog">, name: string) =>
  within(dialog.getByRole("region", { name }));

describe("scores", { timeout: 60_000 }, () => {
  it("come from a file, line by line, and are deleted only after a second click", async () => {
    const app = await openRouter();
    const text = `${JSON.stringify({ id: "a", question: "A?", scores: { web: 0.5 } })}\n{}\n`;
    const { findByText, getByLabelText, findByRole } = part(app, words.scoresTitle);
    await app.user.upload(getByLabelText(words.openScores), new File([text], "s.jsonl"));
    expect(await findByText(words.opened(1, 0))).toBeTruthy();
    expect(await findByText(words.badLine(2, words.scoreProblems["not-a-row"]))).toBeTruthy();
    expect(await app.dialog.findByRole("row", { name: /web \(not set up here\)/u })).toBeTruthy();
    await app.user.click(await findByRole("button", { name: words.clear }));
    await app.user.click(await findByRole("button", { name: words.clearSure(1) }));
    await waitFor(() => expect(app.runtime.router.getState().rows).toEqual([]));
  });

  it("can be saved", async () => {
    const app = await openRouter(rowsOf(3));
    const spy = vi.spyOn(files, "saveFile").mockImplementation(() => undefined);
    const { findByRole } = part(app, words.scoresTitle);
    await app.user.click(await findByRole("button", { name: words.saveScores }));
    await waitFor(() => expect(String(spy.mock.calls[0]?.[1]).split("\n")).toHaveLength(4));
  });

  it("says that nothing is kept where the browser refuses", async () => {
    const refused = () => Promise.reject(new Error("no storage here"));
    const { dialog } = await openRouter([], { routerStorage: refused });
    expect(await dialog.findByText(words.failed)).toBeTruthy();
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
  const train = part(app, words.trainTitle);
  await app.user.click(train.getByRole("button", { name: "Train" }));
  await train.findByText(/95 % interval/u, {}, { timeout: 20_000 });
  return { ...app, train };
}

describe("learning", { timeout: 60_000 }, () => {
  it("says when the scores have changed since", async () => {
    const app = await trained(8);
    expect(app.train.queryByText(words.changedSince(1))).toBeNull();
    const [row] = rowsOf(1);
    const other = { ...row, vector: null, scores: { none: 0.9, bm25: 0.1, web: 0.2 } };
    await app.user.upload(
      part(app, words.scoresTitle).getByLabelText(words.openScores),
      new File([JSON.stringify(other)], "s.jsonl"),
    );
    expect(await app.train.findByText(words.changedSince(1))).toBeTruthy();
  });

  it("says plainly when questions are too few to tell", async () => {
    const { train } = await trained(10);
    expect(train.getByText(words.few(10))).toBeTruthy();
    expect(train.getByText(words.verdicts["too-few"])).toBeTruthy();
  });

  it("draws what accuracy costs, and uses the router at the bound that is set", async () => {
    const app = await trained(40);
    const curve = within(await app.dialog.findByRole("region", { name: words.curveTitle }));
    const picture = within(
      curve.getByRole("img", { name: /Cost against accuracy at \d+ bounds/u }),
    );
    expect(picture.getByText(words.bestPredictedMark)).toBeTruthy();
    expect(curve.getByText(words.curveKey)).toBeTruthy();
    await app.user.click(curve.getByRole("button", { name: /Use in runs: save cost, at 0/u }));
    expect(await curve.findByText(words.saved)).toBeTruthy();
    const { policy } = app.runtime.router.getState();
    expect(policy).toMatchObject({ trainedOn: 40, prices: { web: 5, none: 0, bm25: 0 }, k: 2 });
    expect(policy?.lambda).toBeGreaterThan(0);
    expect(policy?.pMin).toBeGreaterThan(0);
    expect(await app.storage.policy()).toEqual(policy);
    const slider = curve.getByRole("slider", { name: words.pMin });
    fireEvent.change(slider, { target: { value: slider.getAttribute("max") } });
    await app.user.click(await curve.findByRole("button", { name: /Use in runs: save cost/u }));
    await waitFor(() =>
      expect(app.runtime.router.getState().policy?.lambda).toBeLessThan(policy?.lambda ?? 0),
    );
  });

  it("refuses to save cost on an unknown price, and offers best predicted", async () => {
    const app = await trained(40, "unknown");
    const curve = within(await app.dialog.findByRole("region", { name: words.curveTitle }));
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
    const curve = within(await app.dialog.findByRole("region", { name: words.curveTitle }));
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
