/** Recognises "Niger's", "languages", "Estonian" for "Estonia". */

const plural = /^e?s$/u;
/** Endings follow the whole name. */
const adjective = /^(?:n|an|ian|ean|ese|lese|nese|i|ish|tish|ic|er|ite|nian|vian)s?$/u;
/** "Nigerian" belongs to Nigeria. */
const irregular: Readonly<Record<string, RegExp>> = {
  niger: /^(?:ien)?s?$/u,
};
/** These countries' names are longer than their people's. */
const lands: Readonly<Record<string, string>> = {
  afghan: "afghanistan",
  bulgar: "bulgaria",
  croat: "croatia",
  finn: "finland",
  german: "germany",
  kazakh: "kazakhstan",
  kyrgyz: "kyrgyzstan",
  mongol: "mongolia",
  scot: "scotland",
  serb: "serbia",
  slovak: "slovakia",
  slovene: "slovenia",
  somali: "somalia",
  tajik: "tajikistan",
  thai: "thailand",
  turkmen: "turkmenistan",
  uzbek: "uzbekistan",
};

const leastStem = 4;

/** `base` is in lower case. */
export function isForm(base: string, ending: string): boolean {
  return ending === "" || plural.test(ending) || isAdjectiveEnding(base, ending);
}

/** Accepts "Thai" and "Thailand", never "Niger" and "Nigeria". In lower case. */
export function isDerived(word: string, base: string): boolean {
  if (base.length < leastStem || !word.startsWith(base)) return false;
  return lands[base] === word || isAdjectiveEnding(base, word.slice(base.length));
}

/** Endings of peoples and adjectives, after part of the name: "Canadian", "Argentine". */
const people = /(?:an|ans|ic|ine|ines|ese|ish|ite|ites|er|ers)$/u;
/** Letters that both begin with, and letters that the name may have beyond them. */
const shared = 4;

/**
 * The same, also for names that change: "Canadian" of "Canada". Not for names that end so
 * themselves: "Pakistn" is none of "Pakistan". Both in lower case.
 */
export function isFormOfName(word: string, name: string): boolean {
  if (word.startsWith(name) && isForm(name, word.slice(name.length))) return true;
  if (isDerived(word, name)) return true;
  const ending = people.exec(word)?.[0] ?? "";
  const stem = word.slice(0, Math.max(shared, word.length - ending.length - 1));
  const isNear = name.startsWith(stem) && name.length <= stem.length + shared;
  return ending !== "" && isNear && !people.test(name);
}

function isAdjectiveEnding(base: string, ending: string): boolean {
  const own = Object.hasOwn(irregular, base) ? irregular[base] : undefined;
  return (own ?? adjective).test(ending) && (ending !== "n" || /[aeiou]$/u.test(base));
}
