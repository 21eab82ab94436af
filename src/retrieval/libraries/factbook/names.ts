/** The name by which a person asks for a place. */

/** Where the Factbook's conventional short form is missing, cut off, or not what people say. */
const overrides: Readonly<Record<string, string>> = {
  ae: "United Arab Emirates",
  cc: "Curacao",
  cf: "Republic of the Congo",
  cg: "Democratic Republic of the Congo",
  ct: "Central African Republic",
  dr: "Dominican Republic",
  ee: "European Union",
  fk: "Falkland Islands",
  fm: "Federated States of Micronesia",
  io: "British Indian Ocean Territory",
  oo: "Southern Ocean",
  sh: "Saint Helena, Ascension, and Tristan da Cunha",
  sk: "Sint Maarten",
  sv: "Svalbard",
  sx: "South Georgia and the South Sandwich Islands",
  um: "United States Pacific Island Wildlife Refuges",
  vq: "United States Virgin Islands",
  vt: "Vatican City",
  xo: "Indian Ocean",
  xq: "Arctic Ocean",
  xx: "World",
  zh: "Atlantic Ocean",
  zn: "Pacific Ocean",
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

/**
 * The Factbook prints surnames and capitals in capitals ("Francois HOLLANDE", "PARIS (capital)").
 * Small models and readers do better with ordinary spelling.
 */
export function calmCapitals(text: string): string {
  return text.replace(/\p{Lu}{2,}/gu, (word) =>
    romanNumeral.test(word) ? word : word.charAt(0) + word.slice(1).toLowerCase(),
  );
}
