import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SettingsPart } from "../../../app/runtime/view-store.ts";
import { AppError } from "../../../log/errors.ts";
import { noServer, serverOf } from "../../../session/preferences.ts";
import type { Services } from "../../../session/services.ts";
import { writeSettingsFile } from "../../../session/settings-file.ts";
import { memoryLibraries } from "../../../testing/fake-libraries.ts";
import { renderApp } from "../../../testing/render-app.tsx";

async function openSettings(changes: Partial<Services> = {}, part: SettingsPart = "large") {
  const app = await renderApp(changes);
  app.view.getState().openSettings(part);
  const dialog = await screen.findByRole("dialog", { name: "Engines, key and library" });
  if (part === "large") {
    await waitFor(() =>
      expect(within(dialog).getByRole("option", { name: "OpenAI" })).toBeTruthy(),
    );
  }
  return { ...app, dialog: within(dialog) };
}

describe("the settings", () => {
  it("fill in a provider's address and say where its keys are", async () => {
    const { user, dialog, runtime } = await openSettings();
    await user.selectOptions(dialog.getByLabelText("Provider"), "OpenAI");
    expect(runtime.settings.getState().large.baseUrl).toBe("https://api.openai.com/v1");
    expect(dialog.getByText(/Keys: platform\.openai\.com/u)).toBeTruthy();
  });

  it("begin for the keyboard at the part that was wanted", async () => {
    await openSettings();
    expect(document.activeElement?.textContent).toBe("Large model");
  });

  it("lead to each of their parts by its name", async () => {
    const { user, dialog } = await openSettings();
    const parts = within(dialog.getByRole("navigation", { name: "Parts of the settings" }));
    for (const part of parts.getAllByRole("button")) {
      await user.click(part);
      const section = document.activeElement?.closest("section");
      expect(section?.getAttribute("aria-labelledby")).toBe(document.activeElement?.id);
    }
    expect(document.activeElement?.textContent).toBe("All settings as a file");
  });

  it("keep the key hidden and out of storage", async () => {
    const { user, dialog, runtime } = await openSettings();
    await user.type(dialog.getByLabelText("Base address"), "https://models.example/v1");
    const key = dialog.getByLabelText("Key");
    expect(key.getAttribute("type")).toBe("password");
    await user.type(key, "sk-secret");
    expect(runtime.settings.getState().serverKeys).toEqual({
      "https://models.example": "sk-secret",
    });
    expect(dialog.getByLabelText("Remember the key in this browser")).toHaveProperty(
      "checked",
      false,
    );
  });

  it("tell what was counted today, and lead on where that cannot be read", async () => {
    let damaged = true;
    const spending = {
      todayUsd: () =>
        damaged ? Promise.reject(new AppError("spending-record-damaged")) : Promise.resolve(0),
      resetToday: async () => {
        damaged = false;
      },
    };
    const { user, dialog } = await openSettings({ spending }, "caps");
    expect(await dialog.findByText(/The record of today’s spending/u)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Count today again" }));
    expect(damaged).toBe(true);
    await user.click(dialog.getByRole("button", { name: "Begin at $0" }));
    expect(await dialog.findByText(/^Counted today: \$0/u)).toBeTruthy();
    expect(dialog.getByText("Today is counted again, from $0.")).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Count today again" })).toBeNull();
  });

  it("say so where the storage does not tell what was spent today", async () => {
    const todayUsd = () => Promise.reject(new AppError("storage-unavailable"));
    const { dialog } = await openSettings(
      { spending: { todayUsd, resetToday: () => Promise.resolve() } },
      "caps",
    );
    expect(await dialog.findByText(/storage does not answer/u)).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Count today again" })).toBeNull();
  });

  it("take a price only when it is whole", async () => {
    const { user, dialog, runtime } = await openSettings({ priceOf: () => Promise.resolve(null) });
    await user.type(dialog.getByLabelText("read"), "1");
    expect(runtime.settings.getState().large.price).toBeNull();
    await user.type(dialog.getByLabelText("written"), "2");
    expect(runtime.settings.getState().large.price).toMatchObject({
      inputPerMillion: 1,
      outputPerMillion: 2,
      cachedInputPerMillion: null,
    });
    expect(dialog.getByText(/^Your own figures, of \d{4}-/u)).toBeTruthy();
  });

  it("keep the price that was while a new one is half written, and go back to the table", async () => {
    const price = { inputPerMillion: 3, outputPerMillion: 4, cachedInputPerMillion: null };
    const table = { ...price, source: "a table", asOf: "2026-01-01" };
    const { user, dialog, runtime } = await openSettings({ priceOf: async () => table });
    await user.selectOptions(dialog.getByLabelText("Provider"), "OpenAI");
    await user.type(dialog.getByRole("textbox", { name: "Model" }), "m");
    expect(await dialog.findByText("From a table, 2026-01-01.")).toBeTruthy();
    await user.clear(dialog.getByLabelText("read"));
    expect(dialog.getByText(/^A price needs both/u)).toBeTruthy();
    expect(runtime.settings.getState().large.price).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Use the table" }));
    expect(dialog.getByLabelText("read")).toHaveProperty("value", "3");
    expect(dialog.getByText("From a table, 2026-01-01.")).toBeTruthy();
  });

  it("say precisely what the connection test found", async () => {
    const { user, dialog } = await openSettings({
      testConnection: () =>
        Promise.resolve({
          ok: false,
          url: "https://models.example/chat/completions",
          models: null,
          listed: null,
          reach: null,
          suggestedBaseUrl: "https://models.example/v1",
          error: {
            code: "remote-path-not-found",
            retryable: false,
            params: { url: "https://models.example/chat/completions", status: 404 },
          },
        }),
    });
    await user.type(dialog.getByLabelText("Base address"), "https://models.example");
    await user.type(dialog.getByRole("textbox", { name: "Model" }), "m");
    await user.click(dialog.getByRole("button", { name: "Test connection" }));
    expect(await dialog.findByText(/There is nothing at this address/u)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Test connection");
    await user.click(dialog.getByRole("button", { name: /models\.example\/v1/u }));
    expect(dialog.getByLabelText("Base address")).toHaveProperty(
      "value",
      "https://models.example/v1",
    );
    expect(dialog.queryByText(/There is nothing at this address/u)).toBeNull();
    expect(document.activeElement?.textContent).toBe("Test connection");
  });

  it("grey out what does not fit, and say why there is no WebGPU", async () => {
    const { dialog } = await openSettings({}, "small");
    const hub = await dialog.findByRole("option", { name: /Fake-1\.5B, made up \(does not fit/u });
    expect(hub).toHaveProperty("disabled", true);
    expect(dialog.getByText(/the browser found no GPU/u)).toBeTruthy();
  });

  it("list a library's documents, and the lines that were left out with their reasons", async () => {
    const libraries = memoryLibraries();
    const library = "own:1";
    await libraries.put({ id: library, title: "Ships", createdEpochMs: 1 });
    const record = {
      library,
      id: "1",
      name: "mine.jsonl",
      kind: "jsonl" as const,
      bytes: 90,
      keptBytes: 2000,
      pages: null,
      passages: 3,
      cut: null,
      badRows: [{ line: 3, reason: "not-json" as const }],
      badRowCount: 2,
      addedEpochMs: 1,
      learnt: null,
    };
    await libraries.add(record, { title: "mine", text: "", chunks: [] });
    const { user, dialog } = await openSettings({ libraries: async () => libraries }, "library");
    await user.click(await dialog.findByRole("radio", { name: /Ships/u }));
    expect(await dialog.findByText("JSON lines · 3 passages · 2.0 kB")).toBeTruthy();
    expect(dialog.getByText("Line 3: it is not JSON")).toBeTruthy();
    expect(dialog.getByText("2 lines could not be read and were left out:")).toBeTruthy();
    expect(dialog.getByText("and 1 more.")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Remove mine.jsonl" }));
    expect(await dialog.findByText(/Nothing here yet/u)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Documents in “Ships”");
    await user.click(dialog.getByRole("button", { name: "Delete this library" }));
    expect(document.activeElement?.textContent).toBe("Keep it");
    await user.click(dialog.getByRole("button", { name: "Delete it" }));
    const factbook = dialog.getByRole("radio", { name: /World Factbook/u });
    await waitFor(() => expect(factbook).toHaveProperty("checked", true));
    expect(document.activeElement?.textContent).toBe("Library");
  });

  it("are forgotten when asked twice", async () => {
    const { user, dialog, runtime } = await openSettings({}, "file");
    runtime.settings.getState().change({ theme: "dark" });
    await user.click(dialog.getByRole("button", { name: "Forget all settings" }));
    expect(document.activeElement?.textContent).toBe("Keep them");
    await user.click(dialog.getByRole("button", { name: "Keep them" }));
    expect(runtime.settings.getState().theme).toBe("dark");
    await user.click(dialog.getByRole("button", { name: "Forget all settings" }));
    await user.click(dialog.getByRole("button", { name: "Forget them" }));
    expect(runtime.settings.getState().theme).toBe("auto");
    expect(dialog.getByText("All settings are as on a first visit.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Forget all settings"));
  });

  it("of a file that names a library of another browser choose the one that is here", async () => {
    const { user, dialog, runtime } = await openSettings({}, "file");
    runtime.settings.getState().change({ library: "own:elsewhere" });
    const file = writeSettingsFile(runtime.settings.getState());
    runtime.settings.getState().change({ library: "" });
    const input = dialog.getByLabelText("Take settings from a file", { selector: "input" });
    await user.upload(input, new File([file], "hopwise-settings.json"));
    await user.click(await screen.findByRole("button", { name: "Take these settings" }));
    expect(await dialog.findByText(/not in this browser: the World Factbook/u)).toBeTruthy();
    expect(runtime.settings.getState().library).toBe("");
  });
});

describe.each([
  ["small", "Small model"],
  ["large", "Large model"],
] as const)("a server at the %s tier", (tier, title) => {
  const server = { ...noServer, baseUrl: "http://localhost:8080/v1", model: "gpt-4.1-mini" };
  const sold = {
    id: "openai/gpt-4.1-mini",
    title: "OpenAI gpt-4.1-mini",
    inputPerMillion: 0.4,
    outputPerMillion: 1.6,
    cachedInputPerMillion: 0.1,
    source: "OpenAI, gpt-4.1-mini, a table",
    asOf: "2026-11-26",
  };

  async function openServer(changes: Partial<Services> = {}) {
    const app = await openSettings(changes, tier);
    act(() => {
      const { change, small } = app.runtime.settings.getState();
      change(tier === "large" ? { large: server } : { small: { ...small, at: "server", server } });
    });
    const part = within(app.dialog.getByRole("region", { name: title }));
    return { ...app, part };
  }

  it("is counted as the model that its name is sold under, by one press, and as before by another", async () => {
    const { user, part, runtime } = await openServer({
      priceOf: async () => null,
      namesakes: async () => [sold],
    });
    const price = () => serverOf(runtime.settings.getState(), tier).price;
    expect(await part.findByText(/No price for this model at this address/u)).toBeTruthy();
    await user.click(await part.findByRole("button", { name: /^Count as OpenAI gpt-4\.1-mini/u }));
    expect(price()).toMatchObject({ inputPerMillion: 0.4, outputPerMillion: 1.6 });
    expect(part.getByText(/^Counted as OpenAI, gpt-4\.1-mini/u)).toBeTruthy();
    await user.click(part.getByRole("button", { name: /^It is free/u }));
    expect(price()).toMatchObject({ inputPerMillion: 0, outputPerMillion: 0, free: true });
    await user.click(part.getByRole("button", { name: "Use the table" }));
    expect(price()).toBeNull();
  });

  it("says what it does, as its answers showed it", async () => {
    const abilities = [
      { jsonSchema: true, logprobs: true },
      { jsonSchema: false, logprobs: false },
      { jsonSchema: null, logprobs: null },
    ];
    const usage = { promptTokens: 1, cachedTokens: 0, generatedTokens: 1 };
    const { user, part } = await openServer({
      testConnection: async () => ({
        ok: true,
        url: server.baseUrl,
        models: ["other"],
        listed: false,
        usage,
        firstTokenMs: 1,
        totalMs: 54_648,
        abilities: abilities.shift() ?? { jsonSchema: null, logprobs: null },
      }),
    });
    const test = () => user.click(part.getByRole("button", { name: "Test connection" }));
    await test();
    expect(await part.findByText("JSON schema: yes. Token probabilities: yes.")).toBeTruthy();
    expect(part.getByText(/answered in 55 s and offers 1 model/u)).toBeTruthy();
    expect(part.getByText(/not in its list/u)).toBeTruthy();
    await test();
    expect(await part.findByText(/^JSON schema: no\. Token probabilities: no\./u)).toBeTruthy();
    await test();
    expect(await part.findByText(/^JSON schema: not known yet\./u)).toBeTruthy();
  });
});
