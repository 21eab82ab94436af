import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { methods } from "../../../../methods/index.ts";
import { controls } from "../../../../runtime/controls.ts";
import { validateSettings } from "../../../../runtime/settings-notes.ts";
import { methodFacts } from "../../../../session/presets.ts";
import { renderApp, renderPart } from "../../../../testing/render-app.tsx";
import { controlWords } from "../../../../ui-kit/text/controls.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { AskForm, BeforeAsking } from "../AskForm.tsx";
import { MethodDialog } from "./MethodDialog.tsx";
import { Switchboard } from "./Switchboard.tsx";

function renderPath(method?: string) {
  const page = renderPart(
    <>
      <AskForm />
      <BeforeAsking />
      <Switchboard />
      <MethodDialog />
    </>,
  );
  act(() => page.view.getState().open("method"));
  const settings = () => page.runtime.settings.getState();
  const info = methods.all.find(({ id }) => id === method);
  const small = info?.presets.find(({ id }) => id.endsWith("small"));
  if (small !== undefined) act(() => settings().changeRun(small.settings));
  return { ...page, settings };
}

/** The fields load on first opening. */
async function openPanel(user: ReturnType<typeof renderPath>["user"]): Promise<void> {
  await user.click(screen.getByText("Method settings"));
  await screen.findByText("Back to the preset");
}

/** The panel is long, and role queries are slow in it. */
const slow = { timeout: 20_000 };

describe("the list of methods", slow, () => {
  it("is opened by the chip that says which method is on", async () => {
    const { user } = await renderApp();
    await user.click(screen.getByRole("button", { name: "Method: CoopLLM" }));
    const dialog = await screen.findByRole("dialog", { name: "Method" });
    expect(within(dialog).getByRole("radio", { name: "CoopLLM" })).toHaveProperty("checked", true);
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("has every method with what it does and whose it is", () => {
    renderPath();
    for (const { title, summary, citation } of methods.all) {
      const radio = screen.getByRole("radio", { name: title });
      const about = document.getElementById(radio.getAttribute("aria-describedby") ?? "");
      expect(about?.textContent).toBe(`${summary} ${citation}`);
    }
    const papers = screen.getByRole("group", { name: "The four papers" });
    expect(within(papers).getAllByRole("radio")).toHaveLength(4);
  });

  it("is worked by keys, and takes the first preset that can run without a large model", async () => {
    const { user, settings } = renderPath();
    screen.getByRole("radio", { name: "RA-ISF" }).focus();
    await user.keyboard(" ");
    expect(screen.getByRole("button", { name: "Method: RA-ISF" })).toBeTruthy();
    expect(settings().run).toMatchObject({ method: "ra-isf", summarise: "small", solve: "small" });
    expect(screen.getByLabelText("Preset")).toHaveProperty("value", "ra-isf-small");
  });

  it("takes the paper's own preset where a large model is set up", async () => {
    const { user, settings } = renderPath();
    const { change, large } = settings();
    change({ large: { ...large, baseUrl: "https://models.example/v1", model: "m" } });
    await user.click(screen.getByRole("radio", { name: "SlimPLM" }));
    expect(screen.getByLabelText("Preset")).toHaveProperty("value", "slim-plm");
  });
});

describe("the switches of a method", slow, () => {
  it("has the method's stages only", () => {
    renderPath("slim-plm");
    expect(screen.getByRole("group", { name: "Conclude" })).toBeTruthy();
    expect(screen.queryByRole("group", { name: "Plan" })).toBeNull();
  });

  it("lets planning be off where the method allows it", async () => {
    const { user, settings } = renderPath("composed");
    const plan = screen.getByRole("group", { name: "Plan" });
    await user.click(within(plan).getByRole("radio", { name: methodText.noPlan }));
    expect(settings().run.plan).toBe("off");
  });
});

describe("the panel", slow, () => {
  it.each(methods.all.map(({ id }) => id))(
    "of %s shows each control it declares that does something, and no other",
    async (id) => {
      const { user, settings } = renderPath(id);
      await openPanel(user);
      const info = methods.all.find((method) => method.id === id);
      const facts = { large: false, heads: true, tools: [], routerTools: null };
      const idle = new Set<string>(
        validateSettings(settings().run, { ...facts, ...methodFacts(info ?? null) }).flatMap(
          ({ code, control }) => (code === "no-effect" ? control : []),
        ),
      );
      for (const path of Object.keys(controls) as (keyof typeof controls)[]) {
        const shown = screen.queryAllByLabelText(controlWords[path].label).length > 0;
        const expected = info?.controls.includes(path) === true && !idle.has(path);
        expect([path, shown]).toEqual([path, expected]);
      }
    },
  );

  it("sets numbers, switches and choices, and goes back to the preset", async () => {
    const { user, settings } = renderPath("slim-plm");
    await openPanel(user);
    fireEvent.change(screen.getByLabelText("Known above"), { target: { value: "0.8" } });
    await user.selectOptions(screen.getByLabelText("Search tool"), "none");
    await user.click(screen.getByLabelText("Leave out claims that are known"));
    expect(settings().run).toMatchObject({
      gate: { threshold: 0.8 },
      source: { tool: "none" },
      filter: { claims: false },
    });
    await user.click(screen.getByRole("button", { name: "Back to the preset" }));
    expect(settings().run.gate.threshold).toBe(0.5);
  });

  it("says where the paper leaves something open", async () => {
    const { user } = renderPath("slim-plm");
    await openPanel(user);
    await user.click(screen.getByText("Where the paper leaves it open"));
    expect(screen.getByText(/“a predefined threshold”/u)).toBeTruthy();
  });

  it("does not show what has no effect, and says that there is more", async () => {
    const { user } = renderPath("slim-plm");
    await openPanel(user);
    await user.selectOptions(screen.getByLabelText("Query rewriting"), "vanilla");
    expect(screen.queryByLabelText("Leave out claims that are known")).toBeNull();
    expect(screen.getByText(/nothing with these choices and (?:is|are) not shown/u)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Query rewriting"), "claims");
    expect(screen.getByLabelText("Leave out claims that are known")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Ask" }).getAttribute("aria-disabled")).toBe("false");
  });
});

describe("a combination that cannot run", slow, () => {
  it("stops Ask, says why beside the setting and at the question, and is mended by one click", async () => {
    const { user, settings, runtime } = renderPath("ra-isf");
    await openPanel(user);
    await user.selectOptions(screen.getByLabelText("Judge each passage"), "batch");
    const ask = screen.getByRole("button", { name: "Ask" });
    expect(ask.getAttribute("aria-disabled")).toBe("true");
    const described = document.getElementById(ask.getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toContain("The encoder reads one passage at a time");
    expect(screen.getAllByText(/The encoder reads one passage at a time/u)).toHaveLength(2);
    await user.type(screen.getByRole("textbox", { name: "Your question" }), "Which river?{Enter}");
    expect(runtime.run.getState().phase).toBe("idle");
    expect(document.activeElement).toBe(described);
    const [fix] = screen.getAllByRole("button", { name: "Judge them one by one" });
    if (fix === undefined) throw new Error("no way out");
    await user.click(fix);
    expect(settings().run.filter.kind).toBe("per-passage");
    expect(ask.getAttribute("aria-disabled")).toBe("false");
  });

  it("names a search service that is gone, and takes the library instead", async () => {
    const { user, settings } = renderPath("slim-plm");
    await openPanel(user);
    settings().setControl("source.tool", "searxng");
    const [fix] = await screen.findAllByRole("button", { name: "Search the library" });
    expect(screen.getAllByText(/“searxng” is not set up/u).length).toBeGreaterThan(1);
    if (fix === undefined) throw new Error("no way out");
    await user.click(fix);
    expect(settings().run.source.tool).toBe("library");
  });

  it("tells who is given to a large model that is not there, and does it all here", async () => {
    const { user, settings } = renderPath("slim-plm");
    await openPanel(user);
    settings().setControl("rewriteBy", "large");
    expect((await screen.findAllByText(/“Who rewrites” is given to the large model/u)).length).toBe(
      1,
    );
    await user.click(screen.getByRole("button", { name: "Use small models only" }));
    expect(settings().run.rewriteBy).toBe("small");
  });
});
