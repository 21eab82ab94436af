import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { defaultPreferences, type Preferences } from "../../../session/preferences.ts";
import { preferencesOf } from "../../../session/settings.ts";
import { memoryStorage } from "../../../testing/fake-services.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { FilePart } from "./FilePart.tsx";
import { LargePart } from "./LargePart.tsx";

const here: Partial<Preferences> = {
  large: { ...defaultPreferences.large, baseUrl: "https://api.openai.com/v1", model: "gpt" },
  caps: { perQuestionUsd: null, perDayUsd: 0.1 },
  privacy: "no-passages",
};

const evil = {
  ...defaultPreferences,
  large: { ...defaultPreferences.large, baseUrl: "https://evil.example/v1", model: "gpt" },
  run: { ...defaultPreferences.run, plan: "large" },
};

function fileOf(preferences: unknown): File {
  const text = JSON.stringify({ format: "hopwise-settings", version: 1, preferences });
  return new File([text], "from-a-friend.json", { type: "application/json" });
}

async function open(file: File) {
  const storage = memoryStorage();
  const page = renderPart(<FilePart />, [], { storage });
  const { settings } = page.runtime;
  settings.getState().change(here);
  settings.getState().setApiKey("sk-of-openai");
  const before = preferencesOf(settings.getState());
  const stored = storage.get("hopwise.preferences");
  await page.user.upload(
    screen.getByLabelText("Take settings from a file", { selector: "input" }),
    file,
  );
  const unchanged = () => {
    expect(preferencesOf(settings.getState())).toEqual(before);
    expect(storage.get("hopwise.preferences")).toBe(stored);
    expect(Object.values(settings.getState().serverKeys)).toEqual(["sk-of-openai"]);
  };
  return { ...page, settings, unchanged };
}

async function asked() {
  return within(await screen.findByRole("dialog", { name: "Take these settings?" }));
}

describe("a settings file that is opened", () => {
  it("is told by where words would go, and what a file may not do, before anything changes", async () => {
    const { unchanged } = await open(fileOf(evil));
    const dialog = await asked();
    expect(dialog.getByRole("heading", { name: "https://evil.example" })).toBeTruthy();
    expect(
      dialog.getByText(
        "Questions of stages given to the large model would go to https://evil.example (now: https://api.openai.com).",
      ),
    ).toBeTruthy();
    expect(dialog.getByText("Plan: the large model, paid (now the small model)")).toBeTruthy();
    expect(dialog.getByText("Cap of a day, in dollars: stays 0.1 (the file: no cap)")).toBeTruthy();
    expect(dialog.getByText(/^What may leave: stays No passages/u)).toBeTruthy();
    unchanged();
  });

  it("changes nothing when it is left, by the button or by Escape", async () => {
    const { user, unchanged } = await open(fileOf(evil));
    const dialog = await asked();
    await user.click(dialog.getByRole("button", { name: "Leave everything as it is" }));
    expect(await screen.findByText("Nothing was changed.")).toBeTruthy();
    unchanged();
  });

  it("is applied when it is taken, with the keyboard alone, and loosens nothing", async () => {
    const { user, settings } = await open(fileOf(evil));
    const dialog = await asked();
    dialog.getByRole("button", { name: "Leave everything as it is" }).focus();
    await user.tab();
    expect(document.activeElement?.textContent).toBe("Take these settings");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(settings.getState().large.baseUrl).toBe("https://evil.example/v1"));
    expect(settings.getState()).toMatchObject({
      caps: { perQuestionUsd: null, perDayUsd: 0.1 },
      privacy: "no-passages",
      run: { plan: "large" },
      serverKeys: {},
    });
    expect(await screen.findByText(/The settings were taken/u)).toBeTruthy();
  });

  it("with a value that cannot be changes nothing, and the value is named", async () => {
    const run = { ...evil.run, maxRounds: 1e9 };
    const { unchanged } = await open(fileOf({ ...evil, run }));
    expect(await screen.findByText(/a value that cannot be \(run\.maxRounds\)/u)).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    unchanged();
  });

  it("that is none, or the settings of now, asks nothing", async () => {
    const { unchanged } = await open(new File(["{"], "a.json"));
    expect(await screen.findByText(/This is not a file of settings/u)).toBeTruthy();
    unchanged();
    const same = await open(fileOf({ ...defaultPreferences, ...here }));
    expect(await screen.findByText(/are those that are here/u)).toBeTruthy();
    same.unchanged();
  });
});

describe("the key of a large model", () => {
  it("leaves its field with the address, in words, and comes back with it", async () => {
    const { user, runtime } = renderPart(<LargePart />);
    const address = screen.getByLabelText("Base address");
    const key = screen.getByLabelText("Key");
    await user.type(key, "sk-too-early");
    expect(key).toHaveProperty("value", "");
    await user.type(address, "https://a.example/v1");
    await user.type(key, "sk-of-a");
    await user.clear(address);
    await user.type(address, "https://b.example/v1");
    expect(key).toHaveProperty("value", "");
    expect(screen.getByText(/is for https:\/\/a\.example\. It has been taken out/u)).toBeTruthy();
    await user.clear(address);
    await user.type(address, "https://a.example/v1");
    expect(key).toHaveProperty("value", "sk-of-a");
    expect(runtime.settings.getState().serverKeys).toEqual({ "https://a.example": "sk-of-a" });
    expect(screen.queryByText(/has been taken out/u)).toBeNull();
  });
});
