import { holdsNormalised, splitHyphens } from "../names.ts";
import { isForm } from "./forms.ts";
import { longerNames } from "./longer-names.ts";

/** Groups words by name: ["Republic", "Congo"] for "the Republic of the Congo". */
export function namesCalled(query: string): string[][] {
  const names: string[][] = [];
  let isOpen = false;
  for (const word of (query.match(/[\p{L}\p{N}'’-]+/gu) ?? []).slice(1)) {
    if (/^\p{Lu}/u.test(word)) {
      if (isOpen) names.at(-1)?.push(word);
      else names.push([word]);
      isOpen = true;
    } else if (word !== "of" && word !== "the") isOpen = false;
  }
  return names;
}

/** A name within another does not count: a text on Equatorial Guinea lacks "Guinea". */
export function namesHeld(query: string): (text: string) => number {
  const names = namesCalled(query).map((words) => ({
    whole: within(query, words),
    words: words.map(splitHyphens),
  }));
  return (text) => {
    const whole = splitHyphens(text);
    return names.reduce((sum, name) => sum + heldOf(name, whole), 0);
  };
}

const word = { isForm, longerThan: () => [], aliases: [] };
const name = { ...word, longerThan: longerNames };

function heldOf(called: { whole: string; words: readonly string[] }, text: string): number {
  const others = longerNames(called.whole).length > 0 && holdsNormalised(text, called.whole, word);
  if (others && !holdsNormalised(text, called.whole, name)) return 0;
  return called.words.filter((one) => one !== "" && holdsNormalised(text, one, word)).length;
}

function within(query: string, words: readonly string[]): string {
  const from = query.indexOf(words[0] ?? "");
  const last = words.at(-1) ?? "";
  const to = words.slice(1).reduce((at, next) => query.indexOf(next, at), from) + last.length;
  return splitHyphens(query.slice(from, to).replace(/['’]s$/u, ""));
}
