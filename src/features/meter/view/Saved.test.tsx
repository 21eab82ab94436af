import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Services } from "../../../session/services.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { Saved } from "./Saved.tsx";

type Rows = Awaited<ReturnType<Services["prices"]>>;

const whole = <Saved spent={0} allLarge={null} ownPrice={false} />;

describe("what was saved", () => {
  it("keeps its place while the price list is on its way, and then says that there is none", async () => {
    let come: (rows: Rows) => void = () => undefined;
    renderPart(whole, [], { prices: () => new Promise<Rows>((done) => (come = done)) });
    expect(screen.getByText("Loading prices to compare with…")).toBeTruthy();
    const choice = screen.getByRole("combobox", { name: "All-large priced as" });
    expect(choice).toHaveProperty("disabled", true);
    come([]);
    expect(await screen.findByText("No price to compare with.")).toBeTruthy();
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("takes a list that could not be fetched for none", async () => {
    renderPart(whole, [], { prices: () => Promise.reject(new Error("no network")) });
    expect(await screen.findByText("No price to compare with.")).toBeTruthy();
  });

  it("claims nothing of no words", () => {
    renderPart(<Saved spent={0} allLarge={0} ownPrice />);
    expect(screen.getByText("—")).toBeTruthy();
    expect(screen.queryByText(/0 %/u)).toBeNull();
  });

  it("waits for no list where the run has a price of its own", () => {
    renderPart(<Saved spent={null} allLarge={null} ownPrice />);
    expect(screen.getByText(/Part of what was spent is unknown/u)).toBeTruthy();
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});
