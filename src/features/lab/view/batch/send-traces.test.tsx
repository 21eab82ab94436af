import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPart } from "../../../../testing/render-app.tsx";
import { fakeLab } from "../../../../testing/ui/lab/fake-lab.ts";
import { labBatchText } from "../../text/lab-batch.ts";
import { LabHolder } from "../lab-context.ts";
import { SendTraces } from "./SendTraces.tsx";

const words = labBatchText.send;

function show() {
  const lab = fakeLab();
  const page = renderPart(
    <LabHolder value={lab}>
      <SendTraces batchId="b1" />
    </LabHolder>,
  );
  return { ...page, lab };
}

it("sends to the address that its button names, and tells what was taken and why no more", async () => {
  const { lab, user } = show();
  const field = screen.getByRole("textbox", { name: words.address });
  await user.click(screen.getByRole("button", { name: words.button(null) }));
  expect(lab.calls).toEqual([]);
  await user.type(field, "localhost");
  expect(screen.getByText(words.wrong)).toBeTruthy();
  await user.clear(field);
  await user.type(field, "http://localhost:4318/v1/traces");
  await user.click(screen.getByRole("button", { name: "Send to localhost:4318" }));
  expect(lab.calls).toEqual(["send b1 http://localhost:4318/v1/traces"]);
  const note = screen.getByRole("status").textContent;
  expect(note).toContain("3 traces sent to localhost:4318, 2.0 kB.");
  expect(note).toContain("status 404");
});

it("offers nothing where nothing may leave the device, but the way to that setting", () => {
  const { runtime } = show();
  act(() => runtime.settings.setState({ privacy: "nothing" }));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText(words.held)).toBeTruthy();
  expect(screen.getByRole("button", { name: labBatchText.settings.privacy })).toBeTruthy();
});
