import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PanelBoundary } from "./PanelBoundary.tsx";

function Broken(): never {
  throw new Error("its code could not be fetched");
}

afterEach(() => vi.restoreAllMocks());

describe("PanelBoundary", () => {
  it("says that a panel broke, leaves the others, and tries again when asked", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let broken = true;
    const Once = () => (broken ? <Broken /> : <p>here again</p>);
    render(
      <>
        <PanelBoundary>
          <Once />
        </PanelBoundary>
        <p>beside it</p>
      </>,
    );
    expect(screen.getByRole("alert")).toBeTruthy();
    expect(screen.getByText("beside it")).toBeTruthy();
    broken = false;
    await userEvent.click(screen.getByRole("button"));
    expect(screen.getByText("here again")).toBeTruthy();
  });

  it("leaves nothing where an extra broke", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { container } = render(
      <PanelBoundary quiet>
        <Broken />
      </PanelBoundary>,
    );
    expect(container.textContent).toBe("");
  });
});
