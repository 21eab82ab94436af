/**
 * Adding a search service takes one object and one line
 * (`src/testing/tools/toy-search-service.ts`). This test sets it up in the page;
 * `src/cli/toy-search-service.test.ts` queries it.
 */
import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { changeLine } from "../features/settings/text/settings-import.ts";
import { ToolsPart } from "../features/settings/view/ToolsPart.tsx";
import type { Fetch } from "../models/openai-compatible/transport.ts";
import { loadSearchServices } from "../retrieval/search-services/tool.ts";
import { readPreferences } from "../session/preferences.ts";
import { toolProblem } from "../session/search-tools.ts";
import type { Services } from "../session/services.ts";
import { preferencesOf } from "../session/settings.ts";
import { toolInput } from "../session/tool-maker.ts";
import { readyTools } from "../session/tools.ts";
import { memoryStorage } from "../testing/fake-services.ts";
import { renderPart } from "../testing/render-app.tsx";
import { testServices } from "../testing/tools/services.ts";
import { toyPlayed } from "../testing/tools/toy-search-service.ts";

const secret = "sk-never-to-be-seen";

async function open() {
  const asked: Headers[] = [];
  const fetch: Fetch = async (_address, init) => {
    asked.push(new Headers(init?.headers));
    return Response.json(toyPlayed.found);
  };
  const { createTool, toolSettings } = await loadSearchServices();
  const searchTools: Services["searchTools"] = async (requests) =>
    requests.map(({ tool, key }) =>
      createTool(toolSettings.parse(toolInput(tool, key)), testServices({ fetch })),
    );
  const storage = memoryStorage();
  const page = renderPart(<ToolsPart />, [], { storage, searchTools, toolProblem });
  const { user } = page;
  await user.selectOptions(screen.getByLabelText("Kind of service"), "Toy library");
  await user.click(screen.getByRole("button", { name: "Add this service" }));
  return { ...page, asked, storage, form: within(screen.getByRole("group")) };
}
type Page = Awaited<ReturnType<typeof open>>;

async function fillIn({ user, form }: Page): Promise<void> {
  await user.type(form.getByLabelText("Key"), secret);
  await user.type(form.getByLabelText("Shelf"), "maps");
}

const isDisabled = (button: HTMLElement) => button.getAttribute("aria-disabled") === "true";

describe("a toy search service in the page", () => {
  it("has its sentence, its address, its price and its own field in the form", async () => {
    const { form } = await open();
    expect(await form.findByText(/^A library of toys, which wants a key/u)).toBeTruthy();
    expect(form.getByLabelText("Address")).toHaveProperty("value", "https://toys.example/search");
    expect(form.getByLabelText(/^Price/u)).toHaveProperty("value", "2");
    expect(form.getByText("as the library calls it")).toBeTruthy();
  });

  it("cannot be used before it has its key and its field, and says which text is wrong", async () => {
    const page = await open();
    const { form, user, runtime } = page;
    const use = form.getByRole("button", { name: "Use for searches" });
    await user.type(form.getByLabelText("Shelf"), "7");
    expect(form.getByText("Not finished: it cannot be used yet.")).toBeTruthy();
    const { tools, toolKeys } = runtime.settings.getState();
    const ready = readyTools(tools, toolKeys);
    expect([isDisabled(use), ready]).toEqual([true, []]);
    await user.type(form.getByLabelText("Key"), secret);
    expect(await form.findByText("Not right yet: Shelf. It cannot be used so.")).toBeTruthy();
    expect(isDisabled(use)).toBe(true);
  });

  it("searches with its key, which is in nothing that is stored or exported", async () => {
    const page = await open();
    await fillIn(page);
    const { form, user, asked, storage, runtime } = page;
    await user.click(form.getByRole("button", { name: "Test with one search" }));
    expect(await form.findByText(/^2 passages in/u)).toBeTruthy();
    expect(asked[0]?.get("x-toy-key")).toBe(secret);
    await user.click(form.getByRole("button", { name: "Use for searches" }));
    expect(runtime.settings.getState().run.source.tool).toBe("toy");
    const exported = JSON.stringify(preferencesOf(runtime.settings.getState()));
    for (const text of [exported, ...storage.map.values()]) expect(text).not.toContain(secret);
  });

  it("comes back from what was stored, with its field and nothing else", async () => {
    const { runtime } = await open();
    act(() => {
      const [toy] = runtime.settings.getState().tools;
      if (toy === undefined) throw new Error("it was not added");
      runtime.settings.getState().change({ tools: [{ ...toy, shelf: "maps", other: "x" }] });
    });
    const stored = JSON.stringify(preferencesOf(runtime.settings.getState()));
    const [tool] = readPreferences(stored).tools;
    expect(tool).toMatchObject({ kind: "toy", shelf: "maps" });
    expect(tool).not.toHaveProperty("other");
    expect(changeLine({ what: "tools.shelf", from: "", to: "maps" })).toBe(
      "Shelf: maps (now none)",
    );
  });
});
