/** What the Factbook's manifest tells of its words: it is of 2015, and has names of its own for figures. */
import type { LibraryWords } from "../../../language/language.ts";

export const factbookWords: LibraryWords = {
  aliases: [
    ["Myanmar", "Burma"],
    ["Eswatini", "Swaziland"],
    ["Czechia", "Czech Republic"],
    ["North Macedonia", "Macedonia"],
    ["Türkiye", "Turkey"],
    ["Turkiye", "Turkey"],
    ["Cape Verde", "Cabo Verde"],
    ["Ivory Coast", "Cote d'Ivoire"],
    ["East Timor", "Timor-Leste"],
    ["Holy See", "Vatican City"],
  ],
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
