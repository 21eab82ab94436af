/** The name by which a person asks for a place. */

/** Where the Factbook's conventional short form is missing, cut off, or not what people say. */
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

/** The display name for a profile: an override, or the conventional short form it gives itself. */
export function placeName(code: string, conventional: string): string {
  const name = overrides[code] ?? conventional;
  if (!name) throw new Error(`No name for profile "${code}"`);
  return name;
}

/** The name inside a sentence: "the Netherlands", "the Bahamas", "France". */
export function nameInSentence(name: string): string {
  if (name === "World") return "the world";
  if (name.startsWith("The ")) return `the ${name.slice(4)}`;
  return takesThe.test(name) ? `the ${name}` : name;
}

const romanNumeral = /^[IVX]+$/;
/** "SFSR": no name that the source prints in capitals is without a vowel; of those with one, the few it uses. */
const abbreviation = /^([B-DF-HJ-NP-TV-XZ]+|ACT|AU|COVID|EU|GNU|NATO|SAC|UAE|UK|UN|US|USSR)$/;

/**
 * The Factbook prints surnames and capitals in capitals ("Emmanuel MACRON", "PARIS (capital)").
 * Small models and readers do better with ordinary spelling.
 */
export function calmCapitals(text: string): string {
  // "XI" is a number after a name, and a name before one: "Pius XI", "XI Jinping".
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
