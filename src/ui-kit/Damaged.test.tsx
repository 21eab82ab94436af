import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderPart } from "../testing/render-app.tsx";
import { DamagedRows, RowBoundary } from "./Damaged.tsx";

function Broken(): never {
  throw new RangeError("Invalid time value");
}

describe("a row that breaks while it is drawn", () => {
  it("is a sentence with Delete, and the rows beside it stand", async () => {
    // React logs caught errors.
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const removed = vi.fn();
    const { user } = renderPart(
      <ul>
        <li>
          <RowBoundary kind="batch" id="bad" onRemove={removed}>
            <Broken />
          </RowBoundary>
        </li>
        <li>
          <RowBoundary kind="batch" id="good" onRemove={() => undefined}>
            <p>A good row</p>
          </RowBoundary>
        </li>
      </ul>,
    );
    expect(screen.getByText("A good row")).toBeTruthy();
    expect(screen.getByText(/^This batch cannot be shown/u)).toBeTruthy();
    await user.tab();
    await user.keyboard("{Enter}");
    expect(removed).toHaveBeenCalledTimes(1);
    told.mockRestore();
  });
});

describe("rows that could not be read", () => {
  it("are nothing where there are none", () => {
    const { container } = renderPart(
      <DamagedRows kind="library" ids={[]} onRemove={async () => undefined} />,
    );
    expect(container.textContent).toBe("");
  });
});
