/** "Niger's", "languages", "Estonian" for "Estonia". */

const plural = /^e?s$/u;
/** Follows the whole name. */
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

/** `base` in lower case. */
export function isForm(base: string, ending: string): boolean {
  return ending === "" || plural.test(ending) || isAdjectiveEnding(base, ending);
}

/** "Thai" and "Thailand"; never "Niger" and "Nigeria". In lower case. */
export function isDerived(word: string, base: string): boolean {
  if (base.length < leastStem || !word.startsWith(base)) return false;
  return lands[base] === word || isAdjectiveEnding(base, word.slice(base.length));
}

function isAdjectiveEnding(base: string, ending: string): boolean {
  const own = Object.hasOwn(irregular, base) ? irregular[base] : undefined;
  return (own ?? adjective).test(ending) && (ending !== "n" || /[aeiou]$/u.test(base));
}
