import { fieldsOf, labelled, latest, type Topic } from "./clause.ts";
import { sayCurrency, sayNuclear, sayPart, sayPartners, saySources } from "./says.ts";

const economy: Topic[] = [
  {
    slug: "economy",
    title: "economy overview",
    fields: fieldsOf("Economy", { "Economic overview": labelled("Economy overview") }),
  },
  {
    slug: "gdp",
    title: "GDP, labor force, unemployment, inflation and budget",
    fields: fieldsOf("Economy", {
      "Real GDP (purchasing power parity)": sayPart(
        (name) => `The GDP of ${name} (purchasing power parity) is`,
      ),
      "GDP (official exchange rate)": latest("GDP (official exchange rate)"),
      "Real GDP per capita": latest("GDP per capita"),
      "Real GDP growth rate": latest("Real growth"),
      "GDP - composition, by sector of origin": labelled("GDP by sector"),
      "Labor force": latest("Labor force"),
      "Unemployment rate": latest("Unemployment rate"),
      "Youth unemployment rate (ages 15-24)": latest("Youth unemployment", "total"),
      "Population below poverty line": latest("Population below poverty line"),
      "Gini Index coefficient - distribution of family income": latest("Gini index"),
      "Inflation rate (consumer prices)": latest("Inflation"),
      Budget: labelled("Budget"),
      "Public debt": latest("Public debt"),
      "Reserves of foreign exchange and gold": latest("Reserves of foreign exchange and gold"),
    }),
  },
  {
    slug: "currency",
    title: "currency, agriculture and industries",
    fields: fieldsOf("Economy", {
      "Exchange rates": sayCurrency,
      "Agricultural products": labelled("Agricultural products"),
      Industries: labelled("Industries"),
    }),
  },
  {
    slug: "trade",
    title: "exports, imports and trade partners",
    fields: fieldsOf("Economy", {
      "Exports - partners": sayPartners("export"),
      Exports: latest("Exports"),
      "Exports - commodities": labelled("Export commodities"),
      "Imports - partners": sayPartners("import"),
      Imports: latest("Imports"),
      "Imports - commodities": labelled("Import commodities"),
    }),
  },
  {
    slug: "energy",
    title: "energy: electricity, oil, natural gas, coal and emissions",
    fields: [
      ...fieldsOf("Energy", {
        Electricity: sayPart((name) => `Electricity consumption of ${name}:`, "consumption"),
        "Electricity generation sources": saySources,
        "Nuclear energy": sayNuclear,
        "Electricity access": latest(
          "People with access to electricity",
          "electrification - total population",
        ),
        Petroleum: labelled("Petroleum"),
        "Natural gas": labelled("Natural gas"),
        Coal: labelled("Coal"),
        "Energy consumption per capita": latest("Energy consumption per capita"),
      }),
      ...fieldsOf("Environment", {
        "Carbon dioxide emissions": latest("Carbon dioxide emissions", "total emissions"),
      }),
    ],
  },
];

const traffic: Topic[] = [
  {
    slug: "communications",
    title: "internet and mobile telephones",
    fields: fieldsOf("Communications", {
      "Internet country code": labelled("Internet country code"),
      "Internet users": labelled("Internet users"),
      "Telephones - mobile cellular": latest("Mobile telephones: total", "total subscriptions"),
    }),
  },
  {
    slug: "transport",
    title: "airports, railways, merchant ships and ports",
    fields: fieldsOf("Transportation", {
      Airports: labelled("Airports"),
      Railways: labelled("Railways"),
      "Merchant marine": latest("Merchant ships: total", "total"),
      Ports: labelled("Ports"),
      "Transportation - note": labelled("Transport note"),
    }),
  },
];

const security: Topic[] = [
  {
    slug: "military",
    title: "military branches, service and expenditures",
    fields: fieldsOf("Military and Security", {
      "Military and security forces": labelled("Military branches"),
      "Military and security service personnel strengths": labelled("Military personnel"),
      "Military service age and obligation": labelled("Military service"),
      "Military expenditures": latest("Military expenditures"),
    }),
  },
  {
    slug: "space",
    title: "space agency, launch sites and milestones of the space program",
    fields: fieldsOf("Space", {
      "Space agency/agencies": sayPart((name) => `The space agency of ${name} is`),
      "Space launch site(s)": labelled("Space launch sites"),
      "Key space-program milestones": labelled("Milestones of the space program"),
    }),
  },
  {
    slug: "issues",
    title: "refugees, terrorist groups and illicit drugs",
    fields: [
      ...fieldsOf("Transnational Issues", {
        "Refugees and internally displaced persons": labelled("Refugees and displaced persons"),
        "Illicit drugs": labelled("Illicit drugs"),
      }),
      ...fieldsOf("Terrorism", { "Terrorist group(s)": labelled("Terrorist groups") }),
    ],
  },
];

export const economyTopics: readonly Topic[] = [...economy, ...traffic, ...security];
