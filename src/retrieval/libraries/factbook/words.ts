import type { LibraryWords } from "../../../language/language.ts";
import type { LibraryNames } from "../manifest.ts";
import type { Profile } from "./facts.ts";

/** Title in the library → other names. */
const names: Readonly<Record<string, readonly string[]>> = {
  "Bosnia and Herzegovina": ["Bosnia-Herzegovina"],
  Burma: ["Myanmar"],
  "Cabo Verde": ["Cape Verde"],
  "Cote d'Ivoire": ["Côte d'Ivoire", "Ivory Coast"],
  Czechia: ["Czech Republic"],
  "Democratic Republic of the Congo": ["DR Congo", "DRC", "Congo-Kinshasa", "Congo (Kinshasa)"],
  Eswatini: ["Swaziland"],
  "Falkland Islands": ["Islas Malvinas"],
  Netherlands: ["Holland"],
  "North Korea": ["Democratic People's Republic of Korea", "DPRK"],
  "North Macedonia": ["Macedonia"],
  "Republic of the Congo": ["Congo-Brazzaville", "Congo (Brazzaville)"],
  "South Korea": ["Republic of Korea"],
  "Timor-Leste": ["East Timor"],
  Turkey: ["Türkiye", "Turkiye"],
  "United Arab Emirates": ["UAE"],
  "United Kingdom": ["Great Britain", "Britain", "UK"],
  "United States": ["United States of America", "USA", "US"],
  "Vatican City": ["Holy See"],
};

export const factbookWords: LibraryWords = {
  aliases: Object.entries(names).flatMap(([title, others]) =>
    others.map((other): [string, string] => [other, title]),
  ),
  quantities: [
    "coastline",
    "GDP",
    "holiday",
    "coordinates",
    ...["telephone", "calling", "dialling"].flatMap((kind) => [
      `${kind} code`,
      `${kind} country code`,
    ]),
  ],
};

export function namesOf(profiles: readonly Profile[]): LibraryNames {
  return {
    entries: profiles.map(({ name }) => name.replace(/^The /u, "")),
    others: [...new Set(profiles.flatMap(capitalsOf))],
  };
}

/** "Sucre (constitutional capital)" gives "Sucre"; a note gives nothing. */
function capitalsOf({ sections }: Profile): string[] {
  const facts = sections["Government"]?.["Capital"] ?? [];
  const { values = [] } = facts.find(({ part }) => part === "name") ?? {};
  return values
    .map((value) => value.replace(/(?:[(,]| in ).*$/u, "").trim())
    .filter((name) => /^\p{Lu}[^:]*$/u.test(name) && name.split(" ").length <= 4);
}
