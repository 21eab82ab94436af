/** Groups fields into passages. Unlisted fields are left out. */
import { fieldsOf, labelled, latest, type Topic } from "./clause.ts";
import {
  sayAnthem,
  sayArea,
  sayBorders,
  sayCapital,
  sayChamber,
  sayCities,
  sayCountryName,
  sayElections,
  sayElevation,
  sayHeritage,
  sayIndependence,
  sayLeaders,
  sayLocation,
  sayParliament,
  sayPart,
  sayPopulation,
} from "./says.ts";
import { economyTopics } from "./topics-economy.ts";

const land: Topic[] = [
  {
    slug: "location",
    title: "location, area, borders and coast",
    fields: fieldsOf("Geography", {
      Location: sayLocation,
      "Land boundaries": sayBorders,
      Area: sayArea,
      "Area - comparative": labelled("Compared"),
      Coastline: labelled("Coastline"),
      "Geographic coordinates": labelled("Coordinates"),
    }),
  },
  {
    slug: "terrain",
    title: "highest point, climate, terrain and natural resources",
    fields: fieldsOf("Geography", {
      Elevation: sayElevation,
      Climate: labelled("Climate"),
      Terrain: labelled("Terrain"),
      "Natural resources": labelled("Natural resources"),
    }),
  },
  {
    slug: "waters",
    title: "major rivers and lakes",
    fields: fieldsOf("Geography", {
      "Major rivers (by length in km)": sayPart((name) => `Major rivers of ${name}:`),
      "Major lakes (area sq km)": labelled("Major lakes"),
    }),
  },
  {
    slug: "environment",
    title: "land use and natural hazards",
    fields: fieldsOf("Geography", {
      "Land use": labelled("Land use"),
      "Natural hazards": labelled("Natural hazards"),
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
    }),
  },
  {
    slug: "health",
    title: "life expectancy, health, literacy and education",
    fields: fieldsOf("People and Society", {
      "Life expectancy at birth": labelled("Life expectancy at birth"),
      "Infant mortality rate": latest("Infant mortality rate", "total"),
      "Maternal mortality ratio": latest("Maternal mortality ratio"),
      "Health expenditure": latest("Health expenditures"),
      "Physician density": latest("Physicians"),
      "Tobacco use": latest("Tobacco use among adults", "total"),
      Literacy: labelled("Literacy"),
      "School life expectancy (primary to tertiary education)": latest("Years of school", "total"),
      "Education expenditure": latest("Education expenditures"),
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
      "Union name": sayCountryName,
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
    title: "elections of the executive",
    fields: fieldsOf("Government", { "Executive branch": sayElections }),
  },
  {
    slug: "parliament",
    title: "parliament",
    fields: fieldsOf("Government", {
      "Legislative branch": sayParliament,
      "Legislative branch - lower chamber": sayChamber("Lower chamber"),
      "Legislative branch - upper chamber": sayChamber("Upper chamber"),
    }),
  },
  {
    slug: "law",
    title: "constitution, citizenship and suffrage",
    fields: fieldsOf("Government", {
      Constitution: labelled("Constitution"),
      Citizenship: labelled("Citizenship"),
      Suffrage: labelled("Suffrage"),
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
    fields: fieldsOf("Government", { Flag: labelled("Flag") }),
  },
  {
    slug: "symbols",
    title: "national symbol and anthem",
    fields: fieldsOf("Government", {
      "National symbol(s)": labelled("National symbol"),
      "National color(s)": labelled("National colors"),
      "National anthem(s)": sayAnthem,
    }),
  },
  {
    slug: "heritage",
    title: "UNESCO World Heritage Sites",
    fields: fieldsOf("Government", { "National heritage": sayHeritage }),
  },
  {
    slug: "diplomacy",
    title: "memberships of international organizations",
    fields: fieldsOf("Government", {
      "International organization participation": labelled("Memberships"),
    }),
  },
];

export const topics: readonly Topic[] = [...land, ...society, ...government, ...economyTopics];
