import { expect, it } from "vitest";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import { inOrder } from "./batch.ts";

it("puts what ended in any order into that of the questions and configurations, and leaves others out", () => {
  const { questions, batch, results } = generatedLab(5);
  const first = questions.slice(0, 3);
  const ordered = inOrder([...results].reverse(), first, batch.configurations);
  expect(ordered.map(({ question, configuration }) => [question, configuration])).toEqual(
    first.flatMap(({ id }) => batch.configurations.map((one) => [id, one.id])),
  );
});
