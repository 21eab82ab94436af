import { readFile } from "node:fs/promises";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { comparisons } from "../../../../evaluation/analysis/comparisons.ts";
import { AppError } from "../../../../log/errors.ts";
import { maxQuestionCharacters } from "../../../../log/question.ts";
import type { Services } from "../../../../session/services.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { fakeLab, readerHere } from "../../../../testing/ui/lab/fake-lab.ts";
import { labNewText as words } from "../../text/lab-new.ts";
import { LabHolder } from "../lab-context.ts";
import { stageComparisons } from "./configurations.ts";
import { mostPasted } from "./draft.ts";
import { NewBatch } from "./NewBatch.tsx";

afterEach(() => {
  location.hash = "";
});

const ownSet = [1, 2, 3]
  .map((n) => JSON.stringify({ id: `f${n}`, question: `Which sea, ${n}?`, answers: ["Baltic"] }))
  .join("\n");

function show(changes: Partial<Services> = {}, reader = readerHere, lab = fakeLab()) {
  const page = renderPart(
    <LabHolder value={lab}>
      <NewBatch openReader={reader} />
    </LabHolder>,
    [],
    { questionSet: async () => ownSet, ...changes },
  );
  const input = page.container.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error("there is a picker");
  const upload = (name: string, text: string) => page.user.upload(input, new File([text], name));
  const takeOwn = async () => {
    await page.user.click(screen.getByRole("button", { name: words.ownSet }));
    await screen.findByText(/3 questions can be asked/u);
  };
  return { ...page, lab, upload, takeOwn };
}

const field = () => screen.getByRole("textbox", { name: words.lines });

const hotpot = (id: number, answer: string) => ({
  _id: `h${id}`,
  question: `Who wrote book ${id}?`,
  answer,
  type: "bridge",
  level: "hard",
  supporting_facts: [["Book", 0]],
  context: [["Book", ["It was written."]]],
});

describe("a new batch", () => {
  it("asks the lines that were pasted, in small alone without a large model", async () => {
    const { lab, user, runtime } = show();
    await runtime.start();
    await user.click(field());
    await user.paste("question\tanswer\nWhich sea?\tBaltic | East Sea\r\n\nWhich river?\n");
    expect(await screen.findByText(words.linesRead(2))).toBeTruthy();
    expect(screen.getByText(words.unscored(1, 2))).toBeTruthy();
    await user.click(screen.getByRole("button", { name: words.start }));
    await waitFor(() => expect(lab.calls).toEqual(["create", "start b1"]));
    expect(lab.drafts[0]).toMatchObject({
      set: words.mine,
      questions: [
        { question: "Which sea?", answers: ["Baltic", "East Sea"] },
        { question: "Which river?", answers: [] },
      ],
      configurations: [{ id: "SSS" }],
    });
  });

  it("keeps what was written for a return to it", async () => {
    const lab = fakeLab();
    const first = show({}, readerHere, lab);
    await first.user.type(field(), "Which sea?");
    await screen.findByText(words.linesRead(1));
    await first.user.click(screen.getByRole("radio", { name: words.comparisons.eight.label }));
    first.unmount();
    const { upload, user } = show({}, readerHere, lab);
    expect(field()).toHaveProperty("value", "Which sea?");
    expect(screen.getByText("8 answers (1 question × 8 setups)", { exact: false })).toBeTruthy();
    // Another source replaces the field, which keeps its lines.
    await upload("dev.json", JSON.stringify([hotpot(1, "Anna")]));
    await screen.findByText(/dev\.json: 1 question can be asked/u);
    expect(screen.queryByRole("textbox", { name: words.lines })).toBeNull();
    await user.click(screen.getByRole("button", { name: words.writeInstead }));
    expect(field()).toHaveProperty("value", "Which sea?");
    expect(await screen.findByText(words.linesRead(1))).toBeTruthy();
  });

  it("of all combinations can run until it is settled, from 30 questions on", async () => {
    const { lab, user, runtime } = show();
    await runtime.start();
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `Which sea, ${at}?\tBaltic`).join("\n");
    await user.click(field());
    await user.paste(lines(29));
    const option = () => screen.queryByRole("checkbox", { name: words.untilSettled });
    expect(option()).toBeNull();
    await user.click(screen.getByRole("radio", { name: words.comparisons.eight.label }));
    expect(screen.getByText(words.untilSettledFrom(30))).toBeTruthy();
    await user.click(field());
    await user.paste(`\n${lines(2)}`);
    await user.click(await screen.findByRole("checkbox", { name: words.untilSettled }));
    await user.click(screen.getByRole("radio", { name: words.comparisons.stages.label }));
    expect(option()).toBeNull();
    await user.click(screen.getByRole("radio", { name: words.comparisons.eight.label }));
    expect(option()).toHaveProperty("checked", true);
    const { change, large } = runtime.settings.getState();
    act(() => change({ large: { ...large, baseUrl: "http://127.0.0.1:1/v1", model: "mine" } }));
    await user.clear(screen.getByRole("textbox", { name: words.budget, hidden: true }));
    await user.click(screen.getByRole("button", { name: words.start }));
    await waitFor(() => expect(lab.drafts).toMatchObject([{ untilSettled: true }]));
  });

  it("takes no more lines than the field holds, and names those that are too long", async () => {
    const { user } = show();
    const lines = Array.from({ length: mostPasted + 1 }, (_, at) => `Which sea, ${at}?\tBaltic`);
    await user.click(field());
    await user.paste([...lines, "x".repeat(maxQuestionCharacters + 1)].join("\n"));
    expect(await screen.findByText(words.tooMany(mostPasted + 1, mostPasted))).toBeTruthy();
    expect(screen.getByText(words.linesRead(mostPasted))).toBeTruthy();
    const bad = within(screen.getByRole("region", { name: words.badList }));
    expect(bad.getByText(/more than 2,000 characters/u)).toBeTruthy();
  });

  it("shows the stages, and folds the comparisons of papers", async () => {
    const { user } = show();
    const folded = screen.getByText(words.otherComparisons).closest("details");
    const radio = (label: string) => screen.getByRole("radio", { name: label, hidden: true });
    expect(folded?.open).toBe(false);
    for (const one of comparisons) {
      const isFolded = folded?.contains(radio(words.comparisons[one].label));
      expect(isFolded, one).toBe(!stageComparisons.includes(one));
    }
    await user.click(radio(words.comparisons.additions.label));
    expect(radio(words.comparisons.additions.label)).toHaveProperty("checked", true);
  });

  it("takes the project's own questions in one click, and is kept as drafted", async () => {
    const { lab, user, runtime, takeOwn } = show();
    await runtime.start();
    await takeOwn();
    await user.clear(screen.getByRole("textbox", { name: "Ask" }));
    await user.type(screen.getByRole("textbox", { name: "Ask" }), "2");
    expect(screen.getByText("2 answers (2 questions × 1 setup)", { exact: false })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Keep for later" }));
    await waitFor(() => expect(lab.calls).toEqual(["create"]));
    expect(lab.drafts[0]).toMatchObject({
      title: "factbook, 2 questions: Combinations of your choice",
      set: "factbook",
      library: "shared",
      budgetUsd: null,
      seed: 1,
      configurations: [{ id: "SSS" }],
    });
    expect(lab.drafts[0]?.questions).toHaveLength(2);
    expect(location.hash).toBe("#lab/b1");
  });

  it("says what it may take by the report that came with the page, and — for what is not known", async () => {
    const list = await readFile("public/examples/reports.json", "utf8");
    vi.stubGlobal("fetch", async () => new Response(list));
    const { runtime, takeOwn } = show();
    await runtime.start();
    const shown = (name: string) =>
      screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
    expect([shown("Time"), shown("Money")]).toEqual(["—", "—"]);
    await takeOwn();
    await screen.findByText(/^The time is known after one question asked here/u);
    expect(shown("Time")).toBe("—");
    expect(shown("Money")).toBe("nothing");
    vi.unstubAllGlobals();
  });

  it("tells the format, takes the good rows and lists the bad ones by line", async () => {
    const { user, upload } = show();
    await upload("dev.json", JSON.stringify([hotpot(1, "Anna"), { nothing: 1 }, hotpot(2, "Ben")]));
    expect(await screen.findByText(/dev\.json: 2 questions can be asked/u)).toBeTruthy();
    expect(screen.getByRole("combobox", { name: "Format" })).toHaveProperty("value", "hotpotqa");
    const bad = within(screen.getByRole("region", { name: "Rows that were left out" }));
    expect(bad.getAllByRole("listitem")).toHaveLength(1);
    expect(bad.getByText(/^Line /u)).toBeTruthy();
    const own = screen.getByRole("radio", { name: "Each question’s own paragraphs" });
    expect(own).toHaveProperty("checked", true);
    await user.selectOptions(screen.getByRole("combobox", { name: "Format" }), "SQuAD");
    expect(await screen.findByText(/dev\.json: 0 questions/u)).toBeTruthy();
  });

  it("maps the columns of a table, and says which are missing", async () => {
    const { user, upload } = show();
    await upload("mine.csv", "question,solution\nWhich sea?,Baltic\nWhich river?,Danube\n");
    const columns = within(await screen.findByRole("group", { name: "Columns" }));
    expect(columns.getByText("Tick at least one column that holds an answer.")).toBeTruthy();
    expect(columns.getByRole("combobox", { name: "Question" })).toHaveProperty("value", "0");
    await user.click(columns.getByRole("checkbox", { name: "solution" }));
    expect(await screen.findByText(/mine\.csv: 2 questions can be asked/u)).toBeTruthy();
    expect(columns.queryByText(/Tick at least one column/u)).toBeNull();
    expect(columns.getByRole("cell", { name: "Danube" })).toBeTruthy();
  });

  it("says what stands in the way, and where it is mended", async () => {
    const { lab, user, runtime } = show();
    await runtime.start();
    await user.click(screen.getByRole("radio", { name: "Small and large in every stage" }));
    await user.click(screen.getByRole("button", { name: "Start" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(words.blockers["no-questions"]);
    expect(alert.textContent).toContain("A stage is given to the large model, and none is set up.");
    expect(within(alert).getByRole("button", { name: "Engines and key" })).toBeTruthy();
    expect(lab.calls).toEqual([]);
  });

  it("says beside a number what is not right about it", async () => {
    const { user, runtime, takeOwn } = show();
    await runtime.start();
    await takeOwn();
    const field = screen.getByRole("textbox", { name: "Ask" });
    await user.type(field, "2.5");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("A whole number from 1, or nothing.")).toBeTruthy();
    await user.clear(field);
    await user.type(field, "500");
    expect(screen.getByText("There are 3: all of them are asked.")).toBeTruthy();
  });

  it("says of a document for its library what became of it", async () => {
    const intake: Services["intake"] = async () => ({
      add: () => Promise.reject(new AppError("document-damaged")),
      close: () => undefined,
    });
    const { container, user, runtime } = show({ intake });
    await runtime.start();
    const input = container.querySelector<HTMLInputElement>(
      'input[aria-label="Make one of a file"]',
    );
    if (input === null) throw new Error("there is a picker");
    await user.upload(input, new File(["%PDF-"], "torn.pdf"));
    expect(await screen.findByText(/“torn\.pdf” is damaged/u)).toBeTruthy();
  });

  it("shows that it reads, and can be called off", async () => {
    const never = { ...readerHere(), open: () => new Promise<never>(() => undefined) };
    const { user, upload } = show({}, () => never);
    await upload("large.json", "[]");
    expect(screen.getByText(/Reading large\.json…/u)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByText(/Reading large/u)).toBeNull();
  });

  it("says why a file could not be read", async () => {
    const failing = {
      ...readerHere(),
      open: () => Promise.reject(new AppError("worker-killed")),
    };
    const { upload } = show({}, () => failing);
    await upload("huge.json", "[]");
    expect((await screen.findByRole("alert")).textContent).toContain("The browser ended");
  });
});
