import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../../log/errors.ts";
import type { Passage } from "../../../log/types.ts";
import { toolProblem } from "../../../session/search-tools.ts";
import type { Services } from "../../../session/services.ts";
import { preferencesOf } from "../../../session/settings.ts";
import { newTool } from "../../../session/tool-entry.ts";
import { refOf } from "../../../session/tools.ts";
import { memoryStorage } from "../../../testing/fake-services.ts";
import { fakeTool } from "../../../testing/methods/stage-runs.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { ToolsPart } from "./ToolsPart.tsx";

const secret = "sk-never-to-be-seen";
const found: Passage = { id: "p", title: "Paris", text: "Paris is the capital of France." };

function open(outcome: Passage | ErrorCode = found) {
  const storage = memoryStorage();
  const searchTools: Services["searchTools"] = async (requests) =>
    requests.map(({ tool }) => fakeTool(refOf(tool), outcome));
  const page = renderPart(<ToolsPart />, [], {
    storage,
    searchTools,
    toolProblem: async (request) => toolProblem(request),
  });
  return { ...page, storage, settings: page.runtime.settings };
}
type Page = ReturnType<typeof open>;

async function add({ user }: Page, kind: string) {
  await user.selectOptions(screen.getByLabelText("Kind of service"), kind);
  await user.click(screen.getByRole("button", { name: "Add this service" }));
  const forms = screen.getAllByRole("group");
  return within(forms[forms.length - 1] ?? document.body);
}

async function addGoogle(page: Page) {
  const form = await add(page, "Google Programmable Search");
  await page.user.type(form.getByLabelText("Key"), secret);
  await page.user.type(form.getByLabelText("Search engine id (cx)"), "abcd");
  return form;
}

describe("the search services' settings", () => {
  it("add one with its address and price, and let it be used once it is filled in", async () => {
    const page = open();
    const form = await add(page, "SearXNG");
    expect(
      form.getByRole("button", { name: "Use for searches" }).getAttribute("aria-disabled"),
    ).toBe("true");
    expect(form.getByText("Not finished: it cannot be used yet.")).toBeTruthy();
    await page.user.type(form.getByLabelText("Address"), "https://s.example");
    await page.user.click(await form.findByRole("button", { name: "Use for searches" }));
    expect(page.settings.getState().run.source).toMatchObject({ choice: "fixed", tool: "searxng" });
    expect(form.getByText("Searches go here now.")).toBeTruthy();
    expect(page.settings.getState().tools).toMatchObject([
      { id: "searxng", usdPerThousand: 0, address: "https://s.example" },
    ]);
  });

  it("name the field that is wrong, and neither test nor use it", async () => {
    const page = open();
    const form = await add(page, "SearXNG");
    await page.user.type(form.getByLabelText("Address"), "foo");
    expect(await form.findByText(/Not right yet: Address/u)).toBeTruthy();
    for (const name of ["Use for searches", "Test with one search"]) {
      expect(form.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
    }
  });

  it("tell what a test brought", async () => {
    const page = open();
    const form = await addGoogle(page);
    await page.user.click(form.getByRole("button", { name: "Test with one search" }));
    expect(await form.findByText(/^1 passage in 0 ms; 17 B left this device/u)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Test with one search");
  });

  it("tell why a test failed", async () => {
    const page = open("tool-unauthorised");
    const form = await addGoogle(page);
    await page.user.click(form.getByRole("button", { name: "Test with one search" }));
    const said = await form.findByText(/refused/u);
    expect(said.closest(".failed, [class*=failed]")).toBeTruthy();
    expect(form.queryByText(/passage in/u)).toBeNull();
  });

  it("take an index of one's own, private until a person says that anyone may read it", async () => {
    const page = open();
    const form = await add(page, "OpenSearch");
    await page.user.type(form.getByLabelText("Address"), "http://o.example:9200");
    expect(form.getByText("Not finished: it cannot be used yet.")).toBeTruthy();
    await page.user.type(form.getByLabelText("Index"), "pages");
    await form.findByRole("button", { name: "Use for searches" });
    const [tool] = page.settings.getState().tools;
    expect(tool).toMatchObject({ index: "pages", mode: "both", visibility: "private" });
    expect(tool && refOf(tool).visibility).toBe("private");
    await page.user.selectOptions(form.getByLabelText("What the index holds"), "public");
    const [changed] = page.settings.getState().tools;
    expect(changed && refOf(changed).visibility).toBe("public");
    expect(await toolProblem({ tool: changed ?? newTool("opensearch", []), key: null })).toBeNull();
  });

  it("use one also where the router was to choose", async () => {
    const page = open();
    const form = await add(page, "Wikipedia, or another MediaWiki");
    const { setControl } = page.settings.getState();
    setControl("source.choice", "cost-saving");
    setControl("source.tool", "wikipedia");
    const use = await form.findByRole("button", { name: "Use for searches" });
    await page.user.click(use);
    expect(page.settings.getState().run.source).toMatchObject({
      choice: "fixed",
      tool: "wikipedia",
    });
  });

  it("remove one, with its key, and search the library again", async () => {
    const page = open();
    await page.user.click(screen.getByLabelText("Remember the services' keys in this browser"));
    const form = await addGoogle(page);
    await page.user.click(await form.findByRole("button", { name: "Use for searches" }));
    await page.user.click(form.getByRole("button", { name: "Remove" }));
    expect(screen.queryByRole("group")).toBeNull();
    const { tools, run } = page.settings.getState();
    expect([tools, run.source.tool]).toEqual([[], "library"]);
    expect([...page.storage.map.values()].join(" ")).not.toContain(secret);
  });

  it("keep a key hidden, out of the preferences, and stored only when asked to", async () => {
    const page = open();
    const form = await addGoogle(page);
    expect(form.getByLabelText("Key").getAttribute("type")).toBe("password");
    expect(page.settings.getState().toolKeys).toEqual({
      "google-pse": { "https://customsearch.googleapis.com": secret },
    });
    expect([...page.storage.map.values()].join(" ")).not.toContain(secret);
    await page.user.click(screen.getByLabelText("Remember the services' keys in this browser"));
    expect(page.storage.map.get("hopwise.search-keys")).toContain(secret);
    expect(page.storage.map.get("hopwise.preferences")).not.toContain(secret);
    expect(JSON.stringify(preferencesOf(page.settings.getState()))).not.toContain(secret);
    await page.user.click(screen.getByLabelText("Remember the services' keys in this browser"));
    expect([...page.storage.map.values()].join(" ")).not.toContain(secret);
  });

  it("take a key out when the address is another's, say so, and put it back with the address", async () => {
    const page = open();
    const form = await addGoogle(page);
    const address = form.getByLabelText("Address");
    await page.user.clear(address);
    await page.user.type(address, "https://other.example/v1");
    expect(form.getByLabelText("Key")).toHaveProperty("value", "");
    expect(form.getByText(/is for https:\/\/customsearch\.googleapis\.com\. It has/u)).toBeTruthy();
    const test = form.getByRole("button", { name: "Test with one search" });
    expect(test.getAttribute("aria-disabled")).toBe("true");
    await page.user.clear(address);
    await page.user.type(address, "https://customsearch.googleapis.com/customsearch/v1");
    expect(form.getByLabelText("Key")).toHaveProperty("value", secret);
  });

  it("say where {key} belongs when a key is typed in its place", async () => {
    const page = open();
    const form = await add(page, "Any JSON search");
    await page.user.type(form.getByLabelText("Header for the key (optional)"), "X-Key");
    await page.user.type(form.getByLabelText("Its value, with {key}"), secret);
    expect(form.getByText(/Write \{key\} in the header's value/u)).toBeTruthy();
    expect([...page.storage.map.values()].join(" ")).not.toContain(secret);
  });
});
