import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { fakeFailedRun, fakeRun, fakeRunUntil } from "../testing/fake-run.ts";
import { fakeReport } from "../testing/fake-services.ts";
import { renderApp } from "../testing/render-app.tsx";
import { text } from "../ui-kit/text/page.ts";

const never = new Promise<never>(() => undefined);
const box = () => screen.getByRole("textbox", { name: "Your question" });

describe("asking", () => {
  it("takes Enter for asking and shows the answer with its path", async () => {
    const { user } = await renderApp();
    await user.type(box(), "Which river flows through Vienna?{Enter}");
    const answer = await screen.findByRole("region", { name: "Answer" });
    expect((await within(answer).findAllByText(/ouguiya/u)).length).toBeGreaterThan(1);
    expect(within(answer).getByText("How it was found")).toBeTruthy();
  });

  it("keeps a new line for Shift+Enter", async () => {
    const { user, runtime } = await renderApp();
    await user.type(box(), "one{Shift>}{Enter}{/Shift}two");
    expect(box()).toHaveProperty("value", "one\ntwo");
    expect(runtime.run.getState().phase).toBe("idle");
  });

  it("says beside the box why it refuses a question, and keeps the text", async () => {
    const { user } = await renderApp();
    await user.click(screen.getByRole("button", { name: "Ask" }));
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toContain("There is no question yet");
    await user.click(box());
    await user.paste("x".repeat(20_000));
    await user.keyboard("{Enter}");
    expect(screen.getByRole("alert").textContent).toContain("20000 characters");
    expect(box()).toHaveProperty("value.length", 20_000);
  });

  it("only fills the box with an example, so that what it loads can be read first", async () => {
    const { user, runtime } = await renderApp();
    expect(
      screen.getByText(/Your first question downloads \d+ MB \(model and library\), once/u),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "A currency, three hops away" }));
    expect(box()).toHaveProperty(
      "value",
      "What is the currency of the country whose capital is Nouakchott?",
    );
    expect(runtime.run.getState().phase).toBe("idle");
  });

  it("does not say that it loads what is on this device already", async () => {
    await renderApp({
      kept: () => Promise.resolve({ models: new Set(["fake-small"]), library: false }),
    });
    expect(
      await screen.findByText(/Your first question downloads 26 MB \(library\), once\./u),
    ).toBeTruthy();
    expect(screen.getByText(/Already on this device: model\./u)).toBeTruthy();
  });

  it("says before the download that a device has little memory, and leads to a server", async () => {
    const probeDevice = () => Promise.resolve({ ...fakeReport, memoryGB: 4, littleMemory: true });
    const { user, view } = await renderApp({ probeDevice });
    expect(await screen.findByText(/may be slow or fail with 4 GB of memory\./u)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.ask.useServer }));
    expect(view.getState().dialogs).toEqual([{ kind: "settings", part: "small" }]);
  });

  it("says offline what connecting once would download", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await renderApp();
    expect(screen.getByText(/Connect once to download \d+ MB \(model and library\)/u)).toBeTruthy();
    expect(screen.queryByText(/Your first question downloads/u)).toBeNull();
    vi.restoreAllMocks();
  });

  it("shows phase and bytes while it loads, and stops with Esc", async () => {
    const { user } = await renderApp({
      loadSmall: ({ onProgress }) => {
        onProgress({
          phase: "downloading",
          loadedBytes: 58e6,
          totalBytes: 134e6,
          bytesPerSecond: 1e6,
        });
        return never;
      },
    });
    await user.type(box(), "Which river?{Enter}");
    expect(await screen.findByText(/58 MB of 134 MB/u)).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("button", { name: "Ask" })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("hands the keyboard from Ask to Stop, and back when the run is over", async () => {
    const { user, runtime } = await renderApp({ loadSmall: () => never });
    await user.type(box(), "Which river?");
    screen.getByRole("button", { name: "Ask" }).focus();
    await user.keyboard("{Enter}");
    const stop = await screen.findByRole("button", { name: "Stop" });
    await waitFor(() => expect(document.activeElement).toBe(stop));
    runtime.stop();
    const ask = await screen.findByRole("button", { name: "Ask" });
    await waitFor(() => expect(document.activeElement).toBe(ask));
  });

  it("closes the step that was open of the run before", async () => {
    const { user, view } = await renderApp({}, fakeRun());
    view.getState().select("n1");
    await user.type(box(), "{Enter}");
    expect(view.getState().selected).toBeNull();
  });

  it("tells in the frame of the tree where the run stands, and leads to the answer", async () => {
    const { user } = await renderApp();
    await user.type(box(), "Which river flows through Vienna?{Enter}");
    const see = await screen.findByRole("button", { name: "See the answer" });
    await waitFor(() =>
      expect(see.parentElement?.textContent).toMatch(
        /^Not in the library\. |^Nothing was looked up\. | · /u,
      ),
    );
    await user.click(see);
    expect(document.activeElement?.textContent).toBe("Answer");
  });

  it("lets right-to-left text run its own way", async () => {
    await renderApp();
    expect(box().getAttribute("dir")).toBe("auto");
  });
});

describe("the switches", () => {
  it("is three radio groups; solving has no Decision", async () => {
    const { user, runtime } = await renderApp();
    const plan = screen.getByRole("group", { name: "Plan" });
    expect(within(plan).getAllByRole("radio")).toHaveLength(3);
    expect(within(screen.getByRole("group", { name: "Read" })).getAllByRole("radio")).toHaveLength(
      2,
    );
    await user.click(within(plan).getByRole("radio", { name: "let the small model decide" }));
    expect(runtime.settings.getState().run.plan).toBe("decide");
  });

  it("says on the spot when the large model is wanted but not set up, with a way back", async () => {
    const { user, runtime } = await renderApp();
    const plan = screen.getByRole("group", { name: "Plan" });
    await user.click(within(plan).getByRole("radio", { name: "large model, paid" }));
    expect(screen.getByText(/^Plan: set to the large model, but none is connected/u)).toBeTruthy();
    // The button still asks; the notice before it says what it would do.
    expect(screen.getByRole("button", { name: "Ask with small" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Use small models only" }));
    expect(runtime.settings.getState().run.plan).toBe("small");
    expect(screen.getByRole("button", { name: "Ask" })).toBeTruthy();
  });

  it("asks with the small model where the large one that is wished for is not there", async () => {
    const { user, runtime } = await renderApp();
    const plan = screen.getByRole("group", { name: "Plan" });
    await user.click(within(plan).getByRole("radio", { name: "large model, paid" }));
    await user.type(box(), "Which river flows through Vienna?{Enter}");
    await waitFor(() => expect(runtime.run.getState().trace.answer).not.toBeNull());
    expect(runtime.run.getState().error).toBeNull();
    expect(runtime.settings.getState().run.plan).toBe("large");
  });

  it("tells after a run what was decided of a stage", async () => {
    await renderApp({}, fakeRun());
    const plan = screen.getByRole("group", { name: "Plan" });
    expect(plan.textContent).toContain("decided: large (0.31 < 0.50)");
  });
});

describe("the answer", () => {
  it("opens a source in place, with the supporting words marked", async () => {
    const { user } = await renderApp({}, fakeRun());
    const mark = screen.getByRole("button", { name: "Source 2: Mauritania: Economy" });
    await user.click(mark);
    expect(mark.getAttribute("aria-expanded")).toBe("true");
    const marked = document.querySelector("#cited-source mark");
    expect(marked?.textContent).toBe("ouguiya");
    await user.click(mark);
    expect(document.querySelector("#cited-source")).toBeNull();
  });

  it("writes model output as text, never as markup", async () => {
    const events = fakeRun().map((event) =>
      event.type === "answer"
        ? { ...event, short: "<img src=x onerror=alert(1)>", text: "<script>1</script>" }
        : event,
    );
    await renderApp({}, events);
    const answer = screen.getByRole("region", { name: "Answer" });
    expect(answer.querySelector("img, script")).toBeNull();
    expect(answer.textContent).toContain("<img src=x");
  });

  it("names cause, effect and a way on when a run failed, and keeps the steps", async () => {
    const { user, runtime } = await renderApp({}, fakeFailedRun());
    const retry = vi.spyOn(runtime, "retry");
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toContain("The account has no credit left");
    // Offers only one way to the small model.
    await within(notice).findByRole("button", { name: "Retry where it broke off" });
    expect(within(notice).getAllByRole("button")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Let the small model do it" }));
    expect(retry).toHaveBeenCalledWith({ kind: "break" }, null);
    expect(runtime.settings.getState().run.plan).toBe("small");
  });
});

type User = Awaited<ReturnType<typeof renderApp>>["user"];

async function openMeter(user: User): Promise<HTMLElement> {
  const meter = await screen.findByRole("region", { name: "Meter" });
  await user.click(within(meter).getByRole("button", { name: "Details" }));
  return meter;
}

describe("the meter", () => {
  it("counts from the log, and compares with all-large", async () => {
    const { user } = await renderApp({}, fakeRun());
    const meter = await openMeter(user);
    await within(meter).findByText("Beside all-large");
    expect(meter.textContent).toContain("$0.00023");
    expect(meter.textContent).toMatch(/≈ \$0\.000\d+ less than the ≈ \$0\.000\d+ of all-large/u);
    expect(meter.textContent).toContain("https://models.example");
  });

  it("shows — for what is unknown, never $0", async () => {
    const { user } = await renderApp({}, fakeFailedRun());
    const meter = await openMeter(user);
    await within(meter).findByText("By stage");
    expect(within(meter).getAllByText("—").length).toBeGreaterThan(1);
    expect(meter.textContent).toContain("The cost of 1 call is not known.");
  });

  it("lights a stage's steps by focus as by pointing", async () => {
    const { user, view } = await renderApp({}, fakeRun());
    await openMeter(user);
    const row = await screen.findByRole("button", { name: /^Read: / });
    row.focus();
    await waitFor(() => expect(view.getState().stage).toBe("solve"));
    await user.tab();
    expect(view.getState().stage).toBe("summarise");
  });
});

describe("the announcer", () => {
  it("says one sentence a stage", async () => {
    const { container, runtime } = await renderApp({}, fakeRunUntil("stage-start"));
    runtime.run.show(fakeRunUntil("stage-start"), "running", false);
    const live = container.querySelector('[aria-live="polite"]');
    await waitFor(() => expect(live?.textContent).toBe("Planning with fake-large."));
    runtime.run.show(fakeRun(), "ended", false);
    await waitFor(() => expect(live?.textContent).toMatch(/^Partly found: The ouguiya/u));
  });
});

describe("single keys", () => {
  it("are heard from the palette's first opening on, before the browser was idle", async () => {
    const { user, runtime } = await renderApp();
    await user.keyboard("{Control>}k{/Control}");
    const palette = await screen.findByRole("dialog", { name: "Commands" });
    await user.click(within(palette).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.keyboard("t");
    expect(runtime.settings.getState().theme).toBe("light");
  });
});
