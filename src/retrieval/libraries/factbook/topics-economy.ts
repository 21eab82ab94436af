/** The topics of the sections Economy to Transnational Issues. Of series of years only the newest is said. */
import { fieldsOf, labelled, latest, type Topic } from "./clause.ts";
import { sayCallingCode, sayCurrency, sayNewest, sayPartners } from "./says.ts";

const economy: Topic[] = [
  {
    slug: "economy",
    title: "economy overview",
    fields: fieldsOf("Economy", { "Economy - overview": labelled("") }),
  },
  {
    slug: "gdp",
    title: "GDP, labor force, unemployment, inflation and budget",
    fields: fieldsOf("Economy", {
      "GDP (purchasing power parity)": sayNewest(
        (name) => `The GDP of ${name} (purchasing power parity) is`,
      ),
      "GDP (official exchange rate)": latest("GDP (official exchange rate)"),
      "GDP - per capita (PPP)": latest("GDP per capita"),
      "GDP - real growth rate": latest("Real growth"),
      "GDP - composition, by sector of origin": labelled("GDP by sector"),
      "Labor force": latest("Labor force"),
      "Labor force - by occupation": labelled("Labor by occupation", { skip: /^note/ }),
      "Unemployment rate": latest("Unemployment rate"),
      "Population below poverty line": latest("Population below poverty line"),
      "Distribution of family income - Gini index": latest("Gini index"),
      "Inflation rate (consumer prices)": latest("Inflation"),
      Budget: labelled("Budget", { skip: /^note/ }),
      "Public debt": latest("Public debt"),
    }),
  },
  {
    slug: "currency",
    title: "currency, agriculture and industries",
    fields: fieldsOf("Economy", {
      "Exchange rates": sayCurrency,
      "Agriculture - products": labelled("Agricultural products"),
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
    title: "energy: electricity, oil and natural gas",
    fields: fieldsOf("Energy", {
      "Electricity - production": sayNewest((name) => `Electricity production of ${name}:`),
      "Electricity - consumption": latest("Electricity consumption"),
      "Electricity - from fossil fuels": latest("Electricity from fossil fuels"),
      "Electricity - from nuclear fuels": latest("Electricity from nuclear fuels"),
      "Electricity - from hydroelectric plants": latest("Electricity from hydroelectric plants"),
      "Electricity - from other renewable sources": latest(
        "Electricity from other renewable sources",
      ),
      "Crude oil - production": latest("Crude oil production"),
      "Crude oil - proved reserves": latest("Crude oil reserves"),
      "Natural gas - production": latest("Natural gas production"),
      "Natural gas - proved reserves": latest("Natural gas reserves"),
      "Carbon dioxide emissions from consumption of energy": latest("Carbon dioxide emissions"),
    }),
  },
];

const traffic: Topic[] = [
  {
    slug: "communications",
    title: "telephone, internet and media",
    fields: fieldsOf("Communications", {
      "Telephone system": sayCallingCode,
      "Internet country code": labelled("Internet country code"),
      "Internet users": labelled("Internet users"),
      "Telephones - mobile cellular": labelled("Mobile telephones"),
      "Broadcast media": labelled("Broadcast media"),
    }),
  },
  {
    slug: "transport",
    title: "airports, railways, roads, waterways and ports",
    fields: fieldsOf("Transportation", {
      Airports: labelled("Airports"),
      Railways: labelled("Railways", { skip: /^note/ }),
      Roadways: labelled("Roadways", { skip: /^note/ }),
      Waterways: labelled("Waterways"),
      Pipelines: labelled("Pipelines"),
      "Merchant marine": labelled("Merchant ships", { only: /^total$/ }),
      "Ports and terminals": labelled("Ports and terminals"),
      "Transportation - note": labelled("Transport note"),
    }),
  },
];

const security: Topic[] = [
  {
    slug: "military",
    title: "military branches, service and expenditures",
    fields: fieldsOf("Military", {
      "Military branches": labelled("Military branches"),
      "Military service age and obligation": labelled("Military service"),
      "Military expenditures": latest("Military expenditures"),
      "Military - note": labelled("Military note"),
    }),
  },
  {
    slug: "issues",
    title: "international disputes, refugees and illicit drugs",
    fields: fieldsOf("Transnational Issues", {
      "Disputes - international": labelled("International disputes"),
      "Refugees and internally displaced persons": labelled("Refugees and displaced persons"),
      "Illicit drugs": labelled("Illicit drugs"),
    }),
  },
];

export const economyTopics: readonly Topic[] = [...economy, ...traffic, ...security];
