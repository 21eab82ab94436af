import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { revive } from "../../../../shared/rpc/bridge.ts";
import { runsCsv } from "../../../../testing/lab/pipeline-csv.ts";
import { type Asking, askedOf, pipelineWorld } from "../../../../testing/lab/pipeline-world.ts";
import { fakeLab } from "../../../../testing/ui/lab/fake-lab.ts";
import { createPipelineWorker } from "../../pipeline-worker.ts";
import { gridText } from "../../text/lab-grid.ts";
import { pipelineText as words } from "../../text/lab-pipeline.ts";
import { LabHolder } from "../lab-context.ts";
import { ScoreGrid } from "./ScoreGrid.tsx";

// happy-dom has no layout; the virtual grid needs a size.
for (const side of ["clientHeight", "clientWidth"]) {
  Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value: 440 });
}

async function openGrid(models: readonly number[], asking: Omit<Asking, "seed">) {
  const lab = fakeLab();
  const worker = createPipelineWorker();
  const runs = askedOf(pipelineWorld(models, 4), { seed: 5, ...asking });
  revive(await worker.read(new Blob([runsCsv(runs)]), null, () => undefined));
  const report = revive(await worker.analyse(null, () => undefined));
  vi.spyOn(lab.pipeline, "rows").mockImplementation(async (choice) =>
    revive(await worker.rows(choice)),
  );
  vi.spyOn(lab.pipeline, "scores").mockImplementation(async (places, setups) =>
    revive(await worker.scores(places, setups)),
  );
  function Chosen() {
    const [chosen, setChosen] = useState(0);
    return (
      <>
        <output>{chosen}</output>
        <ScoreGrid report={report} chosen={chosen} onChoose={setChosen} />
      </>
    );
  }
  render(
    <LabHolder value={lab}>
      <Chosen />
    </LabHolder>,
  );
  const grid = await screen.findByRole("grid", { name: gridText.label });
  await waitFor(() => expect(cellsOf(grid, /^score/u).length).toBeGreaterThan(0));
  return { grid, report };
}

const cellsOf = (grid: HTMLElement, said: RegExp) =>
  within(grid).queryAllByRole("cell", { name: said });

it("shows each question in each setup, and chooses a setup by keys", async () => {
  const user = userEvent.setup();
  const { grid } = await openGrid([2, 2], { questions: 40, repeats: 2 });
  expect(grid.getAttribute("aria-rowcount")).toBe("41");
  expect(within(grid).getAllByRole("columnheader")).toHaveLength(5);
  expect(screen.getByText(words.gridRepeats)).toBeTruthy();
  expect(cellsOf(grid, /^score \d+, the mean of 2 runs\. /u).length).toBeGreaterThan(0);
  grid.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  await user.keyboard("{ArrowDown}{End}{Enter}");
  await waitFor(() => expect(document.querySelector("output")?.textContent).toBe("3"));
  expect(document.activeElement?.getAttribute("data-cell")).toBe("1 3");
  expect(document.activeElement?.getAttribute("aria-current")).toBe("true");
  expect(
    screen.getByText(/^Score \d+, the mean of 2 runs in 2·2: stage 1 model 2, /u),
  ).toBeTruthy();
});

it("fetches the questions that scroll into view", async () => {
  const user = userEvent.setup();
  const { grid } = await openGrid([2, 2], { questions: 450 });
  grid.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  await user.keyboard("{Control>}{End}{/Control}");
  expect(document.activeElement?.getAttribute("data-cell")).toBe("449 3");
  const { activeElement } = document;
  await waitFor(() => expect(activeElement?.getAttribute("aria-label")).toMatch(/^score /u));
});

it("says that a cell was not run, and which setups have no column", async () => {
  const user = userEvent.setup();
  const { grid, report } = await openGrid([3, 3, 2, 2], { questions: 30, outcomes: 0.5 });
  expect(cellsOf(grid, /^not run\. /u).length).toBeGreaterThan(0);
  expect(within(grid).getAllByRole("columnheader")).toHaveLength(33);
  const left = report.table.ran.length - 32;
  expect(screen.getByText(words.gridLeftOut(left))).toBeTruthy();
  const before = grid.getAttribute("aria-rowcount");
  await user.click(screen.getByRole("checkbox", { name: gridText.onlyDiffering }));
  await waitFor(() => expect(grid.getAttribute("aria-rowcount")).not.toBe(before));
});
