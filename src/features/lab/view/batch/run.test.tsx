import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BatchProgress } from "../../../../evaluation/batch/progress.ts";
import { noProgress } from "../../../../session/device-store.ts";
import { generatedLab } from "../../../../testing/lab/generated-lab.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { fakeBatch, fakeLab, fakeOpen } from "../../../../testing/ui/lab/fake-lab.ts";
import * as files from "../../../../ui-kit/save-file.ts";
import type { OpenBatch } from "../../state.ts";
import { LabHolder } from "../lab-context.ts";
import { BatchPage } from "./BatchPage.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function show(
  progress: Partial<BatchProgress>,
  changes: Partial<OpenBatch> = {},
  running: string | null = null,
) {
  const open = fakeOpen(progress, changes);
  const lab = fakeLab({ running }, open);
  const page = renderPart(
    <LabHolder value={lab}>
      <BatchPage batchId="b1" />
    </LabHolder>,
  );
  const tell = (next: Partial<BatchProgress>) =>
    act(() => lab.store.setState({ open: fakeOpen({ ...progress, ...next }, changes) }));
  return { ...page, lab, tell };
}

const panel = () => screen.getByRole("region", { name: "Progress" });
/** Text of the one-line progress; null if there is none. */
const told = () => {
  const line = within(panel()).queryByText(/ of \d+$/u, { selector: "p > span:first-child" });
  return line === null
    ? null
    : [...(line.parentElement?.children ?? [])].map(({ textContent }) => textContent);
};
const buttons = () =>
  within(panel())
    .queryAllByRole("button")
    .map(({ textContent }) => textContent);

const underWay = {
  phase: "running",
  done: 312,
  answered: 303,
  failed: 9,
  perMinute: 41.4,
  secondsLeft: 707,
  paidUsd: 0.25,
  rememberedCalls: 1205,
} as const;

describe("a batch", () => {
  it("tells while it runs what is done, failed, left and paid", async () => {
    const { lab, user } = show(
      { ...underWay, underWay: [{ question: "q1", configuration: "LSS" }] },
      {},
      "b1",
    );
    expect(told()).toEqual([
      "312 of 800",
      "9 failed",
      "41/min",
      "12 min left",
      "$0.2500 of $1.0000 paid",
      "1,205 calls remembered",
    ]);
    expect(screen.getByRole("progressbar", { name: "Progress" })).toHaveProperty("value", 312);
    expect(await screen.findByText("Which sea borders Estonia?")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Pause" }));
    await user.click(screen.getByRole("button", { name: "Stop now" }));
    expect(lab.calls).toEqual(["open b1", "pause", "stop"]);
  });

  it("shows every question that is asked now, and each for as long as it is", async () => {
    const [first, second] = [
      { question: "q1", configuration: "LSS" },
      { question: "q1", configuration: "SSS" },
    ];
    const { tell } = show({ ...underWay, underWay: [first, second] }, {}, "b1");
    const asked = () =>
      within(panel())
        .queryAllByText(/^Now, /u)
        .map(({ parentElement }) => parentElement?.textContent);
    await screen.findAllByText("Which sea borders Estonia?");
    expect(asked()).toHaveLength(2);
    tell({ underWay: [first] });
    expect(asked()).toEqual([expect.stringContaining("Which sea borders Estonia?")]);
  });

  it("says of seconds that were measured side by side what they are", () => {
    const [result] = generatedLab(1).results;
    if (result === undefined) throw new Error("no result");
    show({ phase: "paused" }, { results: [result, { ...result, atOnce: 3 }] });
    expect(within(panel()).getByText(/^Up to 3 questions were asked at once/u)).toBeTruthy();
    expect(screen.getAllByText(/were asked at once/u)).toHaveLength(1);
  });

  it("says nothing of it where each was asked alone", () => {
    show({ phase: "paused" }, { results: generatedLab(1).results });
    expect(screen.queryByText(/were asked at once/u)).toBeNull();
  });

  it("tells what it loads, with its bytes, while this tab runs it", () => {
    const progress = {
      ...noProgress,
      phase: "downloading",
      loadedBytes: 65e6,
      totalBytes: 130e6,
    } as const;
    const coming = (title: string) => ({ status: "loading", title, progress }) as const;
    const loading = { small: coming("Small"), otherSmall: coming("Other"), library: coming("") };
    const { runtime } = show({ ...underWay, phase: "loading" }, {}, "b1");
    act(() => runtime.device.setState(loading));
    const bars = ["Small", "Other", "The library"].map((name) =>
      within(panel()).getByRole("progressbar", { name }),
    );
    expect(bars).toEqual(bars.map(() => expect.objectContaining({ value: 65e6, max: 130e6 })));
    expect(within(panel()).getAllByText(/65.* of .*130/u)).toHaveLength(3);
    act(() => runtime.device.setState({ otherSmall: { status: "absent" } }));
    expect(within(panel()).queryByRole("progressbar", { name: "Other" })).toBeNull();
  });

  it("tells nothing of what another tab loads", () => {
    const { runtime } = show(underWay, { elsewhere: true });
    const small = { status: "loading", title: "Small", progress: noProgress } as const;
    act(() => runtime.device.setState({ small }));
    expect(within(panel()).queryByRole("progressbar", { name: "Small" })).toBeNull();
  });

  it("never shows an unknown cost as nothing", () => {
    show({ ...underWay, paidUsd: null });
    expect(told()).toContain("— of $1.0000 paid");
  });

  it("tells of one that stands still how far it is, and of one that is over nothing of how it went", () => {
    const { tell } = show({ ...underWay, phase: "paused", reason: "asked" });
    expect(told()).toEqual(["312 of 800", "9 failed", "$0.2500 of $1.0000 paid"]);
    tell({ phase: "done", reason: null, done: 800 });
    expect(told()).toBeNull();
    expect(screen.queryByRole("progressbar", { name: "Progress" })).toBeNull();
  });

  it("counts down while the server asked to wait", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    show({ ...underWay, phase: "waiting", waitingUntilEpochMs: 1_031_000 }, {}, "b1");
    expect(panel().textContent).toContain("asked to slow down. Goes on in 31 s.");
    act(() => vi.advanceTimersByTime(29_000));
    expect(panel().textContent).toContain("Goes on in 2 s.");
  });

  it("says why it paused and goes on, keeping the focus on the button that comes", async () => {
    const { lab, user, tell } = show({ ...underWay, phase: "paused", reason: "server" });
    expect(panel().textContent).toContain("The large model’s server does not answer");
    await user.click(screen.getByRole("button", { name: "Go on" }));
    expect(lab.calls).toContain("start b1");
    tell({ phase: "loading", reason: null });
    expect(document.activeElement?.textContent).toBe("Pause");
  });

  it("keeps the focus on Pause while it pauses, deaf to a second press", async () => {
    const { lab, user, tell } = show(underWay, {}, "b1");
    const pause = screen.getByRole("button", { name: "Pause" });
    await user.click(pause);
    tell({ phase: "pausing" });
    expect(pause.getAttribute("aria-disabled")).toBe("true");
    expect(document.activeElement).toBe(pause);
    await user.keyboard("{Enter}");
    expect(lab.calls.filter((call) => call === "pause")).toHaveLength(1);
  });

  it("lets a higher budget be set where the budget stopped it", async () => {
    const { lab, user } = show({ ...underWay, phase: "paused", reason: "budget" });
    const field = screen.getByRole("spinbutton", { name: "Budget, US dollars" });
    await user.clear(field);
    expect(lab.calls).toContain("budget b1 null");
  });

  it("offers the ways on when the storage is full", async () => {
    const { lab, user } = show({ ...underWay, phase: "paused", reason: "storage" });
    expect(buttons()).not.toContain("Go on");
    await user.click(screen.getByRole("button", { name: "Go on without keeping run logs" }));
    expect(lab.calls).toContain("storage without-logs");
  });

  it("groups what failed, each with its sentence and where it is mended", async () => {
    const errors = [
      { code: "remote-unauthorised", count: 7 },
      { code: "from-another-version", count: 2 },
    ];
    const { user, lab } = show({ ...underWay, phase: "done", done: 800, errors });
    const failed = within(screen.getByRole("region", { name: "What failed" }));
    const [first, second] = failed.getAllByRole("listitem");
    expect(first?.textContent).toContain("7 ×The key was refused");
    expect(second?.textContent).toBe("2 ×from-another-version");
    expect(failed.getByRole("button", { name: "Engines and key" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Ask the 9 failed again" }));
    expect(lab.calls).toContain("retry b1");
  });

  it("has nothing to start when all is done", () => {
    show({ phase: "done", done: 800, answered: 800, secondsLeft: 0 });
    expect(panel().textContent).toContain("Complete.");
    expect(buttons()).toEqual([]);
  });

  it("leaves the buttons to the tab that runs it", () => {
    show(underWay, { elsewhere: true });
    expect(panel().textContent).toContain("Another tab of this browser runs this batch");
    expect(buttons()).toEqual([]);
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });

  it("does not start beside another batch", () => {
    show({}, {}, "b2");
    expect(panel().textContent).toContain("Another batch is running in this tab");
    expect(screen.queryByRole("button", { name: "Start" })).toBeNull();
  });

  it("only shows a report", () => {
    show({ ...underWay, phase: "idle" }, { imported: true });
    expect(panel().textContent).toContain("Read-only report");
    expect(buttons()).toEqual([]);
  });

  it("that runs until it is settled tells where each stage stands, and what was not needed", () => {
    const stages = [
      { stage: "plan", state: "large", chance: 1 },
      { stage: "solve", state: "hopeless", chance: 0.12 },
      { stage: "summarise", state: "open", chance: 0.55 },
    ] as const;
    const batch = { ...fakeBatch, untilSettled: true } as const;
    const { tell } = show(underWay, { batch }, "b1");
    expect(panel().textContent).toContain("312 of at most 800");
    expect(panel().textContent).toContain("The first look is after 30 questions.");
    tell({ settling: { stages, isOver: false } });
    const where = () =>
      within(panel())
        .getAllByRole("definition")
        .map(({ textContent }) => textContent);
    expect(where()).toEqual([
      "settled: the large model is better",
      "not worth more calls: 12 % chance that the rest settles it",
      "open: 55 % chance that the rest settles it",
    ]);
  });

  it("that runs until it is settled tells the price of the rest while it runs, and — if it is unknown", () => {
    const { batch: asked, results } = generatedLab(40);
    const batch = { ...asked, id: "b1", untilSettled: true } as const;
    const half = results.slice(0, 160).map((result) => {
      return { ...result, outcome: "answered" as const, total: { ...result.total, usd: 0.001 } };
    });
    const rest = () => /the rest costs (\S+),/u.exec(panel().textContent ?? "")?.[1];
    const { unmount } = show(underWay, { batch, results: half }, "b1");
    expect(rest()).toBe("$0.1600");
    unmount();
    const other = show(underWay, { batch, results: [] }, "b1");
    expect(rest()).toBe("—");
    other.tell({ phase: "paused", reason: "asked" });
    expect(rest()).toBeUndefined();
  });

  it("that has settled is complete, says what was not needed, and what its figures rest on", () => {
    const batch = { ...fakeBatch, untilSettled: true, spared: 488 } as const;
    const stages = [{ stage: "plan", state: "small", chance: 1 }] as const;
    const settling = { stages, isOver: true };
    show({ phase: "done", done: 312, total: 312, answered: 312, settling }, { batch });
    expect(panel().textContent).toContain("Settled: 488 answers were not needed.");
    expect(panel().textContent).toContain("a verdict needs p < 0.003");
    expect(buttons()).toEqual([]);
  });

  it("speaks at most every ten seconds", () => {
    vi.useFakeTimers();
    const { tell } = show(underWay, {}, "b1");
    const live = () => panel().querySelector('[aria-live="polite"]')?.textContent;
    expect(live()).toContain("312 answers of 800, about 12 min left. 9 failed.");
    tell({ done: 313 });
    act(() => vi.advanceTimersByTime(5000));
    tell({ done: 320 });
    expect(live()).toContain("312 answers");
    act(() => vi.advanceTimersByTime(5000));
    expect(live()).toContain("320 answers");
  });

  it("hands out every kind of file", async () => {
    const saved = vi.spyOn(files, "saveBlob").mockImplementation(() => undefined);
    const { user } = show(underWay);
    for (const name of ["Report", "Results as CSV", "Results as JSONL", "Run logs"]) {
      await user.click(screen.getByText(name, { selector: "button" }));
    }
    expect(saved.mock.calls.map(([name]) => name)).toEqual([
      "b1.report",
      "b1.results-csv",
      "b1.results-jsonl",
      "b1.logs",
    ]);
    expect(await screen.findByText("Saved as b1.logs.")).toBeTruthy();
  });

  it("is deleted when asked twice", async () => {
    const { lab, user } = show({});
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(screen.getByRole("button", { name: "Really delete this batch" }));
    expect(lab.calls).toContain("remove b1");
    expect(location.hash).toBe("#lab");
  });

  it("names its set, its size and its models", () => {
    show({});
    expect(screen.getByRole("heading", { name: fakeBatch.title })).toBe(document.activeElement);
    expect(screen.getByText(/hotpotqa · 100 questions × 8 configurations/u)).toBeTruthy();
    expect(screen.getByText("hopwise-lm with gpt-4.1-mini")).toBeTruthy();
  });

  it("that is not there is named, and leads back to those that are", () => {
    const error = { code: "lab-batch-missing", params: { id: "b9" }, retryable: false } as const;
    renderPart(
      <LabHolder value={fakeLab({ error })}>
        <BatchPage batchId="b9" />
      </LabHolder>,
    );
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("There is no such batch here. The address asks for “b9”.");
    const back = within(alert).getByRole("link", { name: "All batches" });
    expect(back.getAttribute("href")).toBe("#lab");
  });
});
