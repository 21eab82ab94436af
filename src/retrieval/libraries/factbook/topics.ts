/** Which fields of a profile go together into passages, and how each is said. Fields not named here are left out. */
import { allParts, clause, fieldsOf, labelled, latest, type Topic } from "./clause.ts";
import { calmCapitals } from "./names.ts";
import { textOf } from "./profile.ts";
import {
  sayArea,
  sayBorders,
  sayCapital,
  sayCities,
  sayCountryName,
  sayElections,
  sayElevation,
  sayIndependence,
  sayLeaders,
  sayLocation,
  sayPopulation,
} from "./says.ts";
import { economyTopics } from "./topics-economy.ts";

const land: Topic[] = [
  {
    slug: "background",
    title: "background and history",
    fields: fieldsOf("Introduction", {
      Background: labelled(""),
      "Preliminary statement": labelled("Preliminary statement"),
    }),
  },
  {
    slug: "location",
    title: "location, area, borders and coast",
    fields: fieldsOf("Geography", {
      Location: sayLocation,
      "Geographic overview": labelled("Overview"),
      "Land boundaries": sayBorders,
      Area: sayArea,
      "Area - comparative": labelled("Compared", { skip: /map/ }),
      Coastline: labelled("Coastline"),
    }),
  },
  {
    slug: "terrain",
    title: "highest point, climate, terrain and natural resources",
    fields: fieldsOf("Geography", {
      "Elevation extremes": sayElevation,
      Climate: labelled("Climate"),
      Terrain: labelled("Terrain"),
      "Natural resources": labelled("Natural resources"),
      "Geography - note": labelled("Geographical note"),
    }),
  },
  {
    slug: "environment",
    title: "land use, natural hazards and environment",
    fields: fieldsOf("Geography", {
      "Land use": labelled("Land use"),
      "Irrigated land": labelled("Irrigated land"),
      "Natural hazards": labelled("Natural hazards"),
      "Environment - current issues": labelled("Environmental issues"),
    }),
  },
];

const society: Topic[] = [
  {
    slug: "people",
    title: "population, ethnic groups, languages and religions",
    fields: fieldsOf("People and Society", {
      Population: sayPopulation,
      Nationality: labelled("Nationality"),
      "Ethnic groups": labelled("Ethnic groups"),
      Languages: labelled("Languages"),
      Religions: labelled("Religions"),
    }),
  },
  {
    slug: "cities",
    title: "major cities, urbanization and population growth",
    fields: fieldsOf("People and Society", {
      "Major urban areas - population": sayCities,
      Urbanization: labelled("Urbanization"),
      "Median age": latest("Median age", "total"),
      "Population growth rate": latest("Population growth rate"),
      "Birth rate": latest("Birth rate"),
      "Death rate": latest("Death rate"),
      "Net migration rate": latest("Net migration rate"),
      "Total fertility rate": latest("Total fertility rate"),
      "Demographic profile": labelled("Demographic profile"),
    }),
  },
  {
    slug: "health",
    title: "life expectancy, health, literacy and education",
    fields: fieldsOf("People and Society", {
      "Life expectancy at birth": labelled("Life expectancy at birth"),
      "Infant mortality rate": latest("Infant mortality rate", "total"),
      "Health expenditures": latest("Health expenditures"),
      "Physicians density": latest("Physicians"),
      "HIV/AIDS - adult prevalence rate": latest("HIV/AIDS prevalence among adults"),
      "Obesity - adult prevalence rate": latest("Obesity among adults"),
      Literacy: labelled("Literacy", { skip: /^definition$/ }),
      "School life expectancy (primary to tertiary education)": latest("Years of school", "total"),
      "Education expenditures": latest("Education expenditures"),
      "Unemployment, youth ages 15-24": latest("Youth unemployment", "total"),
      "Major infectious diseases": labelled("Major infectious diseases"),
    }),
  },
];

const government: Topic[] = [
  {
    slug: "capital",
    title: "capital, official name, independence and national holiday",
    fields: fieldsOf("Government", {
      Capital: sayCapital,
      "Country name": sayCountryName,
      "Government type": labelled("Government type"),
      "Dependency status": labelled("Dependency status"),
      Independence: sayIndependence,
      "National holiday": labelled("National holiday"),
    }),
  },
  {
    slug: "leaders",
    title: "chief of state and head of government",
    fields: fieldsOf("Government", { "Executive branch": sayLeaders }),
  },
  {
    slug: "elections",
    title: "elections and appointments",
    fields: fieldsOf("Government", { "Executive branch": sayElections }),
  },
  {
    slug: "parliament",
    title: "parliament",
    fields: fieldsOf("Government", {
      "Legislative branch": labelled("Parliament", { skip: /results/ }),
    }),
  },
  {
    slug: "parties",
    title: "political parties and their leaders",
    fields: fieldsOf("Government", {
      "Political parties and leaders": labelled("Political parties and leaders"),
    }),
  },
  {
    slug: "law",
    title: "constitution, law, courts and citizenship",
    fields: fieldsOf("Government", {
      Constitution: labelled("Constitution"),
      "Legal system": labelled("Legal system"),
      "International law organization participation": labelled("International courts"),
      Citizenship: labelled("Citizenship"),
      Suffrage: labelled("Suffrage"),
      "Judicial branch": labelled("Judicial branch", { only: /highest/ }),
    }),
  },
  {
    slug: "divisions",
    title: "administrative divisions and dependent areas",
    fields: fieldsOf("Government", {
      "Administrative divisions": labelled("Administrative divisions"),
      "Dependent areas": labelled("Dependent areas"),
      "Member states": labelled("Member states"),
    }),
  },
  {
    slug: "flag",
    title: "flag",
    fields: fieldsOf("Government", { "Flag description": labelled("Flag") }),
  },
  {
    slug: "symbols",
    title: "national symbol and anthem",
    fields: fieldsOf("Government", {
      "National symbol(s)": labelled("National symbol"),
      "National anthem": (node) => clause("National anthem:", calmCapitals(allParts(node))),
    }),
  },
  {
    slug: "diplomacy",
    title: "memberships of international organizations and ambassadors",
    fields: fieldsOf("Government", {
      "International organization participation": labelled("Memberships"),
      "Diplomatic representation in the US": (node) =>
        clause("Chief of mission in the US:", calmCapitals(textOf(node, "chief of mission"))),
      "Diplomatic representation from the US": (node) =>
        clause("Chief of mission from the US:", calmCapitals(textOf(node, "chief of mission"))),
    }),
  },
];

/** Every topic, in the order of the passages of a profile. */
export const topics: readonly Topic[] = [...land, ...society, ...government, ...economyTopics];
