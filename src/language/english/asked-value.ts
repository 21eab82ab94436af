/**
 * Whether a value is certainly not of the kind that was asked for: a population is no length, and a
 * person no number. Where a question or a value leaves any doubt, nothing is refused.
 */
import { asksYesOrNo, namedOptions } from "./options.ts";
import { parseQuantity } from "./quantity.ts";

const figure = String.raw`\d[\d,.]*(?:\s*(?:thousand|million|billion|trillion))?`;
const area = new RegExp(
  String.raw`${figure}\s*(?:sq(?:uare)?\.?\s*(?:km|mi|m|miles?|kilomet\w+|met\w+|feet|ft)\b|km2|km²|m²|(?:hectares?|acres?|ha)\b)`,
  "iu",
);
const length = new RegExp(
  String.raw`${figure}\s*-?(?:km|kilomet(?:er|re)s?|m|met(?:er|re)s?|mi|miles?|ft|feet|cm|mm)\b(?![²2/])`,
  "iu",
);
const other = new RegExp(
  String.raw`${figure}\s*(?:%|percent\b|years?\b|bbl\b|kwh\b|mw\b|(?:metric )?tons?\b)|[$€£¥]\s?\d`,
  "iu",
);
const number = /\d/u;
const numberWord =
  /\b(?:no|none|uninhabited|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w*(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)|hundreds?|thousands?|millions?|billions?|several|many|few|half|dozens?|single|both)\b/iu;

type Kind = "count" | "area" | "length" | "time" | "person" | "place";

const opens = /^(?:(?:and|then|so|but|in|on|at|since|from|by)\s+)?/iu.source;
const kinds: readonly (readonly [RegExp, Kind])[] = [
  [
    new RegExp(
      `${opens}(?:what|which) (?:is|was) the (?:total |current )?population (?:of|in)\\b`,
      "iu",
    ),
    "count",
  ],
  [new RegExp(`${opens}how many (?:people|inhabitants|residents|citizens)\\b`, "iu"), "count"],
  [
    new RegExp(
      `${opens}(?:what|which) (?:is|was) the (?:total |land |surface )?area of\\b(?! code)`,
      "iu",
    ),
    "area",
  ],
  [
    new RegExp(
      `${opens}(?:how (?:long|high|tall|deep|wide) is (?:the )?(?:coast\\w*|border|river|mount\\w*)\\b|what is the (?:length|height|elevation) of\\b)`,
      "iu",
    ),
    "length",
  ],
  [new RegExp(`${opens}(?:when|(?:what|which) (?:year|date|day))\\b`, "iu"), "time"],
  [new RegExp(`${opens}(?:who|whom)\\b`, "iu"), "person"],
  [new RegExp(`${opens}where\\b`, "iu"), "place"],
];

export function isOfWrongKind(question: string, value: string): boolean {
  const kind = kindAsked(question.trim());
  const said = value.trim();
  if (kind === null || said === "") return false;
  const measures = (pattern: RegExp) => pattern.exec(said)?.index === said.search(/[\d$€£¥]/u);
  switch (kind) {
    case "count":
      return !isNumber(said) || [area, length, other].some(measures);
    case "area":
      return !isNumber(said) || [length, other].some(measures);
    case "length":
      return !isNumber(said) || measures(area);
    case "time":
      return measures(area) || measures(length);
    case "person":
    case "place":
      return isBareFigure(said);
  }
}

function kindAsked(question: string): Kind | null {
  if (asksYesOrNo(question) || namedOptions(question).length > 0) return null;
  return kinds.find(([pattern]) => pattern.test(question))?.[1] ?? null;
}

function isNumber(said: string): boolean {
  return number.test(said) || numberWord.test(said);
}

/** "12,345" or "704 km" and nothing else; "50 Cent" and "10 Downing Street" are names. */
function isBareFigure(said: string): boolean {
  if (/^[-−]?[\d,.]+(?:\s*(?:thousand|million|billion|trillion|%|percent))?$/iu.test(said)) {
    return parseQuantity(said) !== null;
  }
  return (
    new RegExp(`^(?:${length.source})$`, "iu").test(said) ||
    /^[$€£¥]\s?[\d,.]+(?: \w+illion)?$/u.test(said)
  );
}
