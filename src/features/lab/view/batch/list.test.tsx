import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { renderPart } from "../../../../testing/render-app.tsx";
import { fakeLab, fakeSummaries } from "../../../../testing/ui/lab/fake-lab.ts";
import type { LabBatchesState } from "../../state.ts";
import { LabHolder } from "../lab-context.ts";
import { OwnBatches } from "./BatchList.tsx";

afterEach(() => {
  location.hash = "";
});

function show(state: Partial<LabBatchesState>) {
  const lab = fakeLab(state);
  const page = renderPart(
    <LabHolder value={lab}>
      <OwnBatches />
    </LabHolder>,
  );
  return { ...page, lab };
}

const ready = (count: number): Partial<LabBatchesState> => ({
  list: { status: "ready", batches: fakeSummaries(count), damaged: [] },
});

describe("the list of batches", () => {
  it("tells of each how far it is and what failed, and leads to it", () => {
    show({ ...ready(5), running: "b2" });
    const [first, second, , , fifth] = screen.getAllByRole("link");
    expect(first?.textContent).toContain("complete");
    expect(first?.textContent).toContain("9 failed");
    expect(second?.textContent).toContain("312 of 800 · running");
    expect(second?.getAttribute("href")).toBe("#lab/b2");
    expect(fifth?.textContent).toContain("from a report");
  });

  it("has a sentence and Delete for what cannot be read, also with no other batch", async () => {
    const { lab, user } = show({ list: { status: "ready", batches: [], damaged: ["bad"] } });
    expect(screen.getByText(/^This batch cannot be shown/u)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Delete .*bad/u }));
    expect(lab.calls).toContain("remove bad");
  });

  it("makes only the rows in sight of a long list", () => {
    show(ready(10_000));
    expect(screen.getByText("10,000 batches")).toBeTruthy();
    const list = screen.getByRole("list");
    const rows = within(list).getAllByRole("listitem");
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute("aria-setsize")).toBe("10000");
  });

  it("says why the list could not be read, and tries again", async () => {
    const error = { code: "internal", retryable: false, params: { message: "no disk" } } as const;
    const { lab, user } = show({ list: { status: "failed", error } });
    expect(screen.getByRole("alert").textContent).toContain("No disk");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(lab.calls).toEqual(["list"]);
  });

  it("asks twice before remembered calls are forgotten", async () => {
    const { lab, user } = show({ ...ready(1), rememberedCalls: 1234 });
    expect(screen.getByText(/1,234 model calls are remembered/u)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Forget them" }));
    expect(lab.calls).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Really forget them" }));
    expect(lab.calls).toEqual(["forget"]);
  });
});
