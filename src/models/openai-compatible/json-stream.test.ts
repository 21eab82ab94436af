/** Recorded from llama-server. */
import { expect, it } from "vitest";
import { jsonForms } from "../../methods/json-forms.ts";
import { oddsOfWords } from "../../stages/parse/odds.ts";
import { collect, played } from "../../testing/engines/remote/played.ts";

it.each([0, 1, 64])(
  "has its JSON, and the odds of its words apart, in pieces of %i bytes",
  async (pieceBytes) => {
    const { model, asked } = played([
      { file: "recorded.llama-server.read-json.200.sse.txt", pieceBytes },
    ]);
    const constraint = jsonForms.reading;
    const { deltas, end } = await collect(model, { constraint, purpose: "read", logprobs: true });
    expect(deltas.join("")).toBe(end.text);
    expect(JSON.parse(end.text)).toEqual({ answer: "Limmat" });
    expect(end).toMatchObject({ finish: "stop", constrained: true });
    expect(end.usage).toEqual({ promptTokens: 66, cachedTokens: 3, generatedTokens: 8 });
    const odds = oddsOfWords("Limmat", end.tokens ?? [], end.logprobs ?? []);
    expect(odds).toEqual([expect.closeTo(-0.058, 3), expect.closeTo(-0.001, 3)]);
    expect(asked[0]?.body).toMatchObject({ response_format: { type: "json_schema" } });
  },
);
