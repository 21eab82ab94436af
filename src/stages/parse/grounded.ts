/** Words that no passage contains are no finding. */
import type { Language } from "../../language/language.ts";
import { isEmpty } from "../../language/normalise.ts";
import type { ScoredPassage } from "../../log/types.ts";
import type { ParsedReading } from "./reading.ts";

interface ReadFrom {
  language: Language;
  query: string;
  passages: readonly ScoredPassage[];
}

interface GroundedReading extends ParsedReading {
  passage: ScoredPassage | null;
}

/** A longer text is no span with a word too many. */
const mostWords = 16;

/**
 * Keeps the span if a passage contains it, else its longest run of words that one contains, at
 * least half of them. Yes and no need not occur if asked for.
 */
export function groundReading(said: ParsedReading, from: ReadFrom): GroundedReading {
  const { language, query } = from;
  if (isEmpty(said.span)) return { ...said, passage: null };
  const isVerdict = language.asksYesOrNo(query) && language.saysYes(said.span) !== null;
  const passage = holder(said.span, from);
  if (passage !== null || isVerdict) return { ...said, passage };
  const detail = "a span that stands in no passage";
  const part = longestHeld(said.span, from);
  if (part === null) return { span: "", resolution: "fell-back", detail, passage: null };
  const resolution = said.resolution === "fell-back" ? "fell-back" : "repaired";
  return { span: part, resolution, detail, passage: holder(part, from) };
}

function holder(span: string, { language, passages }: ReadFrom): ScoredPassage | null {
  const holds = ({ title, text }: ScoredPassage) => language.holdsName(`${title} ${text}`, span);
  return passages.find(holds) ?? null;
}

function longestHeld(span: string, from: ReadFrom): string | null {
  const words = span.split(/\s+/u).filter((word) => word !== "");
  if (words.length < 2 || words.length > mostWords) return null;
  for (let length = words.length - 1; length >= words.length / 2; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const part = words.slice(start, start + length).join(" ");
      if (!isEmpty(part) && holder(part, from) !== null) return part;
    }
  }
  return null;
}
