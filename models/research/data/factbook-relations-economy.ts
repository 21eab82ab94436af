/** Relations of economy and energy. */
import { amount, percent, type Relation } from "./factbook-relation.ts";

const place = "\\p{Lu}[\\p{L}' -]+?";

export const economyRelations: readonly Relation[] = [
  {
    name: "gdp",
    slug: "gdp",
    pattern: `The GDP of {c} \\(purchasing power parity\\) is (?<a>${amount})`,
    ask: [
      "What is the GDP of {c}?",
      "How large is the GDP of {c} at purchasing power parity?",
      "How big is the economy of {c}?",
    ],
    compared: {
      more: [
        "Which has the larger GDP at purchasing power parity, {a} or {b}?",
        "Whose economy is larger, that of {a} or that of {b}?",
      ],
      less: ["Which has the smaller GDP, {a} or {b}?"],
      yes: [
        "Is the economy of {a} larger than that of {b}?",
        "Does {a} have a larger GDP than {b}?",
      ],
    },
  },
  {
    name: "gdp-per-capita",
    slug: "gdp",
    pattern: `GDP per capita: (?<a>${amount})`,
    ask: ["What is the GDP per capita of {c}?", "How high is the GDP per person in {c}?"],
    compared: {
      more: [
        "Which is richer per head, {a} or {b}?",
        "Where is the GDP per capita higher, in {a} or in {b}?",
      ],
      less: ["Which is poorer per head, {a} or {b}?"],
      yes: ["Is the GDP per capita of {a} higher than that of {b}?"],
    },
  },
  {
    name: "growth",
    slug: "gdp",
    pattern: `Real growth: (?<a>${percent})`,
    ask: ["How fast did the economy of {c} grow?", "What is the real growth rate of {c}?"],
    weight: 0.6,
    compared: {
      more: ["Whose economy grew faster, that of {a} or that of {b}?"],
      yes: ["Did the economy of {a} grow faster than that of {b}?"],
    },
  },
  {
    name: "labor-force",
    slug: "gdp",
    pattern: `Labor force: (?<a>${amount})`,
    ask: ["How large is the labor force of {c}?", "How many workers does {c} have?"],
    weight: 0.6,
    compared: { more: ["Which has the larger labor force, {a} or {b}?"] },
  },
  {
    name: "unemployment",
    slug: "gdp",
    pattern: `Unemployment rate: (?<a>${percent})`,
    ask: ["What is the unemployment rate of {c}?", "How high is unemployment in {c}?"],
    weight: 0.7,
    compared: {
      more: [
        "Which has the higher unemployment, {a} or {b}?",
        "Where are more people out of work, as a share: {a} or {b}?",
      ],
      less: ["Which has the lower unemployment rate, {a} or {b}?"],
      yes: ["Is unemployment higher in {a} than in {b}?"],
    },
  },
  {
    name: "poverty",
    slug: "gdp",
    pattern: `Population below poverty line: (?<a>${percent})`,
    ask: [
      "What share of the people of {c} live below the poverty line?",
      "How many people are poor in {c}?",
    ],
    weight: 0.6,
    compared: {
      more: ["Where do more people live below the poverty line, as a share: {a} or {b}?"],
    },
  },
  {
    name: "gini",
    slug: "gdp",
    pattern: `Gini index: (?<a>\\d+(?:\\.\\d+)?)`,
    ask: ["What is the Gini index of {c}?"],
    weight: 0.5,
    compared: { more: ["Where are incomes more unequal by the Gini index, in {a} or in {b}?"] },
  },
  {
    name: "inflation",
    slug: "gdp",
    pattern: `Inflation: (?<a>${percent})`,
    ask: ["How high is inflation in {c}?", "What is the inflation rate of {c}?"],
    weight: 0.7,
    compared: {
      more: ["Where is inflation higher, in {a} or in {b}?"],
      less: ["Which has the lower inflation, {a} or {b}?"],
      yes: ["Is inflation higher in {a} than in {b}?"],
    },
  },
  {
    name: "public-debt",
    slug: "gdp",
    pattern: `Public debt: (?<a>${percent} of GDP)`,
    ask: ["How high is the public debt of {c}?", "What is the public debt of {c}?"],
    weight: 0.6,
    compared: {
      more: ["Which has the higher public debt as a share of GDP, {a} or {b}?"],
      yes: ["Is the public debt of {a} higher than that of {b}?"],
    },
  },
  {
    name: "budget-revenues",
    slug: "gdp",
    pattern: `Budget: revenues: (?<a>${amount})`,
    ask: ["How much revenue does the budget of {c} have?", "What are the budget revenues of {c}?"],
    weight: 0.4,
  },
  {
    name: "currency",
    slug: "currency",
    pattern: "The currency of {c} is (?<a>[\\p{L}][\\p{L}' -]+?)(?: \\(|;|\\.)",
    ask: [
      "What is the currency of {c}?",
      "Which currency is used in {c}?",
      "What money do people use in {c}?",
      "With which currency do you pay in {c}?",
      "What is the money of {c} called?",
    ],
    weight: 3,
    reverse: {
      ask: [
        "Which {k}'s currency is {v}?",
        "Which {k} uses {v} as its currency?",
        "In which {k} do people pay in {v}?",
      ],
      phrases: [
        "whose currency is {v}",
        "that pays in {v}",
        "where people pay in {v}",
        "that uses {v} as its currency",
      ],
    },
  },
  {
    name: "currency-code",
    slug: "currency",
    pattern: "The currency of {c} is [^;.(]+ \\((?<a>[A-Z]{3})\\)",
    ask: [
      "What is the code of the currency of {c}?",
      "What is the three-letter code of the currency of {c}?",
    ],
    weight: 0.5,
  },
  {
    name: "farm-products",
    slug: "currency",
    pattern: "Agricultural products: (?<a>[^.;]{3,110})[.;]",
    ask: [
      "What are the agricultural products of {c}?",
      "What do the farmers of {c} grow?",
      "Which crops are grown in {c}?",
    ],
    weight: 0.7,
  },
  {
    name: "industries",
    slug: "currency",
    pattern: "Industries: (?<a>[^.;]{3,110})[.;]",
    ask: ["What are the main industries of {c}?", "Which industries does {c} have?"],
    weight: 0.7,
  },
  {
    name: "export-partner",
    slug: "trade",
    pattern: `The largest export partners of {c} are (?<a>${place}) ${percent}`,
    ask: [
      "Which country is the largest export partner of {c}?",
      "Which country buys most of the exports of {c}?",
      "To which country does {c} export the most?",
      "Where do most exports of {c} go?",
    ],
    weight: 1.5,
  },
  {
    name: "import-partner",
    slug: "trade",
    pattern: `The largest import partners of {c} are (?<a>${place}) ${percent}`,
    ask: [
      "Which country is the largest import partner of {c}?",
      "From which country does {c} import the most?",
      "Where do most imports of {c} come from?",
    ],
    weight: 1.5,
  },
  {
    name: "exports",
    slug: "trade",
    pattern: `\\. Exports: (?<a>${amount})`,
    ask: ["How much does {c} export?", "What is the value of the exports of {c}?"],
    weight: 0.7,
    compared: {
      more: ["Which exports more, {a} or {b}?"],
      less: ["Which exports less, {a} or {b}?"],
      yes: ["Does {a} export more than {b}?"],
    },
  },
  {
    name: "imports",
    slug: "trade",
    pattern: `\\. Imports: (?<a>${amount})`,
    ask: ["How much does {c} import?", "What is the value of the imports of {c}?"],
    weight: 0.7,
    compared: {
      more: ["Which imports more, {a} or {b}?"],
      yes: ["Does {a} import more than {b}?"],
    },
  },
  {
    name: "export-goods",
    slug: "trade",
    pattern: "Export commodities: (?<a>[^.;]{3,110}?)(?:[.;] | \\(\\d{4})",
    ask: [
      "What does {c} export?",
      "Which goods does {c} export?",
      "What are the main exports of {c}?",
    ],
    weight: 0.7,
  },
  {
    name: "import-goods",
    slug: "trade",
    pattern: "Import commodities: (?<a>[^.;]{3,110}?)(?:[.;] |\\.$| \\(\\d{4})",
    ask: ["What does {c} import?", "Which goods does {c} import?"],
    weight: 0.5,
  },
  {
    name: "co2",
    slug: "energy",
    pattern: `Carbon dioxide emissions: (?<a>${amount} metric tonnes of CO2)`,
    ask: [
      "How much carbon dioxide does {c} emit?",
      "What are the carbon dioxide emissions of {c}?",
    ],
    weight: 0.6,
    compared: {
      more: ["Which emits more carbon dioxide, {a} or {b}?"],
      less: ["Which emits less carbon dioxide, {a} or {b}?"],
      yes: ["Does {a} emit more carbon dioxide than {b}?"],
    },
  },
];
