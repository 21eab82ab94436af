/**
 * Figures of other models than a person's own are grey, say so, and lead to measuring one's own.
 */
import { readFileSync } from "node:fs";
import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { sampleSummary } from "../../../../evaluation/sample/summary.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { modelName } from "../../text/recorded.ts";
import { switchText as words } from "../../text/switchboard.ts";
import { Switchboard } from "./Switchboard.tsx";

const sample = sampleSummary.parse(
  JSON.parse(readFileSync("public/examples/summary.json", "utf8")),
);
vi.mock("../../sample.ts", () => ({ fetchSample: async () => sample }));

it("beside another large model, another library or a small model at a server", async () => {
  const { runtime } = renderPart(<Switchboard />);
  const { settings } = runtime;
  await screen.findByText(words.about(sample));
  const own = () => screen.queryByRole("link", { name: /^Measure yours/u });
  const large = (model: string) =>
    settings.setState(({ large: before }) => ({
      large: { ...before, baseUrl: "https://api.example/v1", model },
    }));
  expect(own()).toBeNull();

  act(() => large(modelName(sample.large)));
  expect(own()).toBeNull();
  act(() => large("another-model"));
  expect(own()?.getAttribute("href")).toBe("#lab/new");
  expect(screen.getByText(words.measuredWith(sample))).toBeTruthy();
  expect(screen.getAllByText(new RegExp(`${words.notYours}$`, "u"))).toHaveLength(3);

  act(() => large(sample.large));
  expect(own()).toBeNull();
  act(() => settings.setState({ library: "my-documents" }));
  expect(own()).not.toBeNull();
  act(() => settings.setState({ library: sample.library ?? "" }));
  expect(own()).toBeNull();
  act(() => settings.setState(({ small }) => ({ small: { ...small, at: "server" } })));
  expect(own()).not.toBeNull();
});
