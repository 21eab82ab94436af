/** A population is not a length, a person not a number. Accepts any value in doubt. */
import { asksYesOrNo, namedOptions } from "./options.ts";

type Kind = "count" | "area" | "length" | "time" | "person" | "place";

const prefix = /^(?:and|then|so|but|in|on|at|since|from|by)\s/iu;
const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^(?:what|which) (?:is|was) the (?:total |current )?population (?:of|in)\b/iu, "count"],
  [/^how many (?:people|inhabitants|residents|citizens)\b/iu, "count"],
  [/^(?:what|which) (?:is|was) the (?:total |land |surface )?area of\b/iu, "area"],
  [/^how (?:long|high|tall|deep|wide) is (?:the )?(?:coast|border|river|mount)/iu, "length"],
  [/^what is the (?:length|height|elevation) of\b/iu, "length"],
  [/^(?:when|(?:what|which) (?:year|date|day))\b/iu, "time"],
  [/^(?:who|whom)\b/iu, "person"],
  [/^where\b/iu, "place"],
];

type Measure = "area" | "length" | "other";

const units: readonly (readonly [RegExp, Measure])[] = [
  [
    /^(?:sq(?:uare)?\.? ?(?:km|mi|m|miles?|kilomet(?:er|re)s?|met(?:er|re)s?|feet|ft)\b|km2|km²|m²|(?:hectares?|acres?|ha)\b)/iu,
    "area",
  ],
  [/^(?:km|kilomet(?:er|re)s?|m|met(?:er|re)s?|mi|miles?|ft|feet|cm|mm)\b(?![²2/])/iu, "length"],
  [/^(?:%|(?:percent|years?|bbl|kwh|mw|(?:metric )?tons?)\b)/iu, "other"],
];
const numberWord =
  /\b(?:no|none|uninhabited|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w*(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)|hundreds?|thousands?|millions?|billions?|several|many|few|half|dozens?|single|both)\b/iu;

export function isOfWrongKind(question: string, value: string): boolean {
  const kind = kindAsked(question.trim());
  const said = value.trim();
  if (kind === null || said === "") return false;
  const figure = firstFigure(said);
  const measure = figure?.measure ?? null;
  switch (kind) {
    case "count":
      return figure === null ? !numberWord.test(said) : measure !== null;
    case "area":
      return figure === null ? !numberWord.test(said) : measure === "length" || measure === "other";
    case "length":
      return figure === null ? !numberWord.test(said) : measure === "area";
    case "time":
      return measure === "area" || measure === "length";
    case "person":
    case "place":
      // "50 Cent" and "10 Downing Street" are names.
      return figure?.isAll === true;
  }
}

function kindAsked(question: string): Kind | null {
  if (asksYesOrNo(question) || namedOptions(question).length > 0) return null;
  const bare = question.replace(prefix, "");
  return kinds.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}

/** `isAll`: the text is only the figure and its unit. */
function firstFigure(said: string): { measure: Measure | null; isAll: boolean } | null {
  const start = said.search(/[\d$€£¥]/u);
  if (start < 0) return null;
  const isMoney = /[$€£¥]/u.test(said.charAt(start));
  const after = said
    .slice(start)
    .replace(/^[$€£¥]? ?[\d,.]+ ?(?:(?:thousand|million|billion|trillion)\b)? ?-?/iu, "");
  const unit = units.find(([pattern]) => pattern.test(after));
  const measure = isMoney ? "other" : (unit?.[1] ?? null);
  const rest = unit === undefined ? after : after.replace(unit[0], "");
  return { measure, isAll: /^[-−]?$/u.test(said.slice(0, start)) && rest === "" };
}
