import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lazyPart } from "./lazy-part.tsx";
import { PanelBoundary } from "./PanelBoundary.tsx";

afterEach(() => vi.restoreAllMocks());

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

function show(Part: ComponentType<{ name: string }>) {
  return render(
    <PanelBoundary>
      <Suspense fallback={<p>coming</p>}>
        <Part name="Ada" />
      </Suspense>
    </PanelBoundary>,
  );
}

describe("later", () => {
  it("fetches once, and shows at once what is there", async () => {
    const fetchPart = vi.fn(async () => Greeting);
    const Part = lazyPart(fetchPart);
    const first = show(Part);
    expect(await screen.findByText("Hello Ada")).toBeTruthy();
    first.unmount();
    show(Part);
    expect(screen.getByText("Hello Ada")).toBeTruthy();
    expect(fetchPart).toHaveBeenCalledTimes(1);
  });

  it("shows at the first look what was fetched ahead, without its fallback", async () => {
    const fetchPart = vi.fn(async () => Greeting);
    const Part = lazyPart(fetchPart);
    await Part.ahead();
    show(Part);
    expect(screen.getByText("Hello Ada")).toBeTruthy();
    expect(fetchPart).toHaveBeenCalledTimes(1);
  });

  it("says when it is shown what could not be fetched ahead, and fetches it again", async () => {
    const fetchPart = vi
      .fn(async () => Greeting)
      .mockRejectedValueOnce(new TypeError("no network"));
    const Part = lazyPart(fetchPart);
    await Part.ahead();
    show(Part);
    expect(await screen.findByText("Hello Ada")).toBeTruthy();
    expect(fetchPart).toHaveBeenCalledTimes(2);
  });

  it("fetches again what failed, as often as it is asked to, and not on its own", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const fetchPart = vi
      .fn(async () => Greeting)
      .mockRejectedValueOnce(new TypeError("no network"))
      .mockRejectedValueOnce(new TypeError("still no network"));
    show(lazyPart(fetchPart));
    await screen.findByRole("alert");
    expect(fetchPart).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole("button"));
    await screen.findByRole("alert");
    expect(fetchPart).toHaveBeenCalledTimes(2);
    await userEvent.click(screen.getByRole("button"));
    expect(await screen.findByText("Hello Ada")).toBeTruthy();
    expect(fetchPart).toHaveBeenCalledTimes(3);
  });
});
