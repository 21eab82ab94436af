/** The Factbook's short forms of these are missing, truncated or uncommon. */
const overrides: Readonly<Record<string, string>> = {
  ae: "United Arab Emirates",
  cf: "Republic of the Congo",
  cg: "Democratic Republic of the Congo",
  ct: "Central African Republic",
  dr: "Dominican Republic",
  ee: "European Union",
  fk: "Falkland Islands",
  fm: "Federated States of Micronesia",
  gz: "Gaza Strip",
  io: "British Indian Ocean Territory",
  iv: "Cote d'Ivoire",
  sh: "Saint Helena, Ascension, and Tristan da Cunha",
  sv: "Svalbard",
  sx: "South Georgia and the South Sandwich Islands",
  um: "United States Pacific Island Wildlife Refuges",
  vq: "United States Virgin Islands",
  vt: "Vatican City",
  xx: "World",
};

const takesThe =
  /Islands|Republic|^United|Ocean$|Union$|^(Netherlands|Philippines|Maldives|Comoros|Gaza Strip|West Bank|Isle of Man|World|Federated States|British Indian)/;

export function placeName(code: string, conventional: string): string {
  const name = overrides[code] ?? conventional;
  if (!name) throw new Error(`No name for profile "${code}"`);
  return name;
}

/** "the Netherlands", "the Bahamas", "France". */
export function nameInSentence(name: string): string {
  if (name === "World") return "the world";
  if (name.startsWith("The ")) return `the ${name.slice(4)}`;
  return takesThe.test(name) ? `the ${name}` : name;
}

const romanNumeral = /^[IVX]+$/;
/** "SFSR": words without a vowel are abbreviations; those with a vowel are listed. */
const abbreviation = /^([B-DF-HJ-NP-TV-XZ]+|ACT|AU|COVID|EU|GNU|NATO|SAC|UAE|UK|UN|US|USSR)$/;

/**
 * The Factbook prints surnames and capitals in upper case. Small models do better with ordinary
 * spelling.
 */
export function calmCapitals(text: string): string {
  // "XI" after a name is a numeral ("Pius XI"), before one a name ("XI Jinping").
  return text
    .replace(/\p{Lu}{2,}(?: (?=\p{Lu}\p{Ll}))?/gu, (match) => {
      const word = match.trimEnd();
      const isNumber = romanNumeral.test(word) && word === match;
      return isNumber || abbreviation.test(word) ? match : calm(match);
    })
    .replace(/(?<=\p{Ll}')S\b/gu, "s");
}

function calm(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
