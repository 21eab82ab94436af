/**
 * Parses the next line of a trained small model's chain, as the baselines that go query by query
 * take it. Takes any text, never throws.
 */
import type { Language } from "../../../language/language.ts";
import { parseChain, splitFinal } from "../../../stages/parse/chain.ts";
import type { Resolved } from "../../../stages/parse/resolution.ts";
import type { ParsedFollowUp } from "./steps.ts";

export function chainLine(output: string, language: Language): ParsedFollowUp {
  const chain = parseChain(output, "", language);
  const told: Resolved = { resolution: chain.resolution, detail: chain.detail };
  const question = chain.nodes[0]?.query ?? "";
  if (question !== "") return { ...told, kind: "follow-up", question };
  const { answer } = splitFinal(chain.finalContent ?? "");
  return answer === "" || language.isUnknown(answer)
    ? { kind: "nothing", resolution: "fell-back", detail: "neither a query nor an answer" }
    : { ...told, kind: "final", answer };
}
