import { readFile } from "node:fs/promises";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../../../log/errors.ts";
import type { Services } from "../../../../session/services.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { fakeLab, readerHere } from "../../../../testing/ui/lab/fake-lab.ts";
import { LabHolder } from "../lab-context.ts";
import { NewBatch } from "./NewBatch.tsx";

afterEach(() => {
  location.hash = "";
});

const ownSet = [1, 2, 3]
  .map((n) => JSON.stringify({ id: `f${n}`, question: `Which sea, ${n}?`, answers: ["Baltic"] }))
  .join("\n");

function show(withOwn: boolean, changes: Partial<Services> = {}, reader = readerHere) {
  const lab = fakeLab();
  const page = renderPart(
    <LabHolder value={lab}>
      <NewBatch withOwn={withOwn} openReader={reader} />
    </LabHolder>,
    [],
    { questionSet: async () => ownSet, ...changes },
  );
  const input = page.container.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error("there is a picker");
  const upload = (name: string, text: string) => page.user.upload(input, new File([text], name));
  return { ...page, lab, upload };
}

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
  it("begins with the project's own questions in one click, and is kept as drafted", async () => {
    const { lab, user, runtime } = show(true);
    await runtime.start();
    expect(await screen.findByText(/3 questions can be asked/u)).toBeTruthy();
    expect(screen.getByText("12 answers (3 questions × 4 setups)")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "Combinations of your choice" }));
    await user.click(screen.getByRole("checkbox", { name: "All small" }));
    await user.clear(screen.getByRole("textbox", { name: "Ask" }));
    await user.type(screen.getByRole("textbox", { name: "Ask" }), "2");
    expect(screen.getByText("2 answers (2 questions × 1 setup)")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(lab.calls).toEqual(["create", "start b1"]));
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
    const { runtime } = show(true);
    await runtime.start();
    await screen.findByText(/3 questions can be asked/u);
    await screen.findByText(/^The time is known after one question asked here/u);
    const told = (name: string) =>
      screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
    expect(told("Time")).toBe("—");
    expect(told("Money")).toBe("nothing");
    vi.unstubAllGlobals();
  });

  it("tells the format, takes the good rows and lists the bad ones by line", async () => {
    const { user, upload } = show(false);
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
    const { user, upload } = show(false);
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
    const { lab, user, runtime } = show(false);
    await runtime.start();
    await user.click(screen.getByRole("radio", { name: "Small and large in every stage" }));
    await user.click(screen.getByRole("button", { name: "Start" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Choose questions first.");
    expect(alert.textContent).toContain("A stage is given to the large model, and none is set up.");
    expect(within(alert).getByRole("button", { name: "Engines and key" })).toBeTruthy();
    expect(lab.calls).toEqual([]);
  });

  it("says beside a number what is not right about it", async () => {
    const { user, runtime } = show(true);
    await runtime.start();
    const field = await screen.findByRole("textbox", { name: "Ask" });
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
    const { container, user, runtime } = show(true, { intake });
    await runtime.start();
    await screen.findByText(/3 questions can be asked/u);
    const input = container.querySelector<HTMLInputElement>(
      'input[aria-label="Make one of a file"]',
    );
    if (input === null) throw new Error("there is a picker");
    await user.upload(input, new File(["%PDF-"], "torn.pdf"));
    expect(await screen.findByText(/“torn\.pdf” is damaged/u)).toBeTruthy();
  });

  it("shows that it reads, and can be called off", async () => {
    const never = { ...readerHere(), open: () => new Promise<never>(() => undefined) };
    const { user, upload } = show(false, {}, () => never);
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
    const { upload } = show(false, {}, () => failing);
    await upload("huge.json", "[]");
    expect((await screen.findByRole("alert")).textContent).toContain("The browser ended");
  });
});
