import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { RunEvent } from "../../../../log/events.ts";
import type { Run } from "../../../../runtime/run.ts";
import { fakeRun } from "../../../../testing/fake-run.ts";
import { fakeServices } from "../../../../testing/fake-services.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { text } from "../../../../ui-kit/text/page.ts";
import { screeningText as words } from "../../text/screening.ts";
import { AskForm } from "../AskForm.tsx";

const names = { entries: ["Portugal", "Mauritania", "Senegal"], others: ["Nouakchott"] };

/** `asked`: the questions that reached a run. */
function renderForm(shown: readonly RunEvent[] = []) {
  const asked = vi.fn<(question: string) => void>();
  const fake = fakeServices();
  const loadRun = async (): Promise<Run> =>
    async function* run({ question }) {
      asked(question);
      yield* fakeRun().map((event) =>
        event.type === "run-start" ? { ...event, question } : event,
      );
    };
  const reading = async () => ({ ...(await fake.reading()), names: async () => names });
  return { asked, ...renderPart(<AskForm />, shown, { loadRun, reading }) };
}

const field = () => screen.getByLabelText(text.ask.label);
const press = (name: string) => screen.findByRole("button", { name });

it("a question that is none makes no call, until it is asked anyway", async () => {
  const { user, asked } = renderForm();
  await user.type(field(), "asdfghjkl qwer{Enter}");
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain(
    words.sentence({ kind: "noise", params: { text: "asdfghjkl qwer" } }),
  );
  expect(asked).not.toHaveBeenCalled();
  await user.click(within(notice).getByRole("button", { name: words.anyway }));
  await waitFor(() => expect(asked).toHaveBeenCalledWith("asdfghjkl qwer"));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the notice goes once something else is typed", async () => {
  const { user } = renderForm();
  await user.type(field(), "hello{Enter}");
  await screen.findByRole("alert");
  await user.type(field(), ", what is the capital of Portugal?");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a misspelt name is mended and asked by one press", async () => {
  const { user, asked } = renderForm();
  await user.type(field(), "What is the capital of Portugual?{Enter}");
  await user.click(await press(words.didYouMean("Portugal")));
  await waitFor(() => expect(asked).toHaveBeenCalledWith("What is the capital of Portugal?"));
  expect(asked).toHaveBeenCalledTimes(1);
});

it("a follow-up is read as continuing the run on show, which stays one press away", async () => {
  const { user, asked, runtime } = renderForm(fakeRun());
  const { question } = runtime.run.getState();
  await user.clear(field());
  await user.type(field(), "And its capital?{Enter}");
  const asIs = "What is Mauritania's capital?";
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith(asIs));
  const note = await screen.findByRole("status");
  expect(note.textContent).toContain(words.typed("And its capital?"));
  await waitFor(() => expect(field()).toHaveProperty("value", asIs));
  await user.click(await press(words.aboutInstead("Nouakchott")));
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith("What is Nouakchott's capital?"));
  await user.click(await press(words.before(question)));
  await waitFor(() => expect(runtime.run.getState().question).toBe(question));
  expect(screen.queryByRole("status")).toBeNull();
});

it("without a run, what a pronoun refers to is asked back", async () => {
  const { user, asked } = renderForm();
  await user.type(field(), "And what is its currency?{Enter}");
  const params = { word: "its", candidates: [] };
  expect((await screen.findByRole("alert")).textContent).toContain(
    words.sentence({ kind: "antecedent", params }),
  );
  expect(asked).not.toHaveBeenCalled();
});

it("where the library's names cannot be fetched, the question is asked as it is", async () => {
  const reading = () => Promise.reject(new TypeError("offline"));
  const asked = vi.fn();
  const loadRun = async (): Promise<Run> =>
    async function* run({ question }) {
      asked(question);
      yield* fakeRun();
    };
  const { user } = renderPart(<AskForm />, [], { loadRun, reading });
  await user.type(field(), "What is the capital of Portugual?{Enter}");
  await waitFor(() => expect(asked).toHaveBeenCalledWith("What is the capital of Portugual?"));
});
