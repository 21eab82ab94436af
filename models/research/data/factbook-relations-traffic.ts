/** Relations of communications, transport and military. */
import { amount, percent, type Relation } from "./factbook-relation.ts";

export const trafficRelations: readonly Relation[] = [
  {
    name: "internet-code",
    slug: "communications",
    pattern: "Internet country code: (?<a>\\.[a-z]{2})\\b",
    ask: [
      "What is the internet country code of {c}?",
      "Which internet domain does {c} have?",
      "What is the top-level domain of {c}?",
    ],
    weight: 2,
    reverse: {
      ask: [
        "Which {k} has the internet country code {v}?",
        "Which {k} uses the internet domain {v}?",
        "To which {k} does the internet domain {v} belong?",
      ],
      phrases: [
        "whose internet domain is {v}",
        "with the internet country code {v}",
        "that uses the internet domain {v}",
      ],
    },
  },
  {
    name: "internet-share",
    slug: "communications",
    pattern: `Internet users: [^.]*(?:\\.\\d[^.]*)?percent of population: (?<a>${percent})`,
    ask: ["What share of the population of {c} uses the internet?"],
    weight: 0.5,
  },
  {
    name: "mobile-phones",
    slug: "communications",
    pattern: `Mobile telephones: total: (?<a>${amount})`,
    ask: ["How many mobile telephones are there in {c}?", "How many mobile phones does {c} have?"],
    weight: 0.5,
    compared: { more: ["Which has more mobile telephones, {a} or {b}?"] },
  },
  {
    name: "airports",
    slug: "transport",
    pattern: "Airports: (?<a>[\\d,]+)",
    ask: ["How many airports does {c} have?", "How many airports are there in {c}?"],
    compared: {
      more: ["Which has more airports, {a} or {b}?"],
      less: ["Which has fewer airports, {a} or {b}?"],
      yes: ["Does {a} have more airports than {b}?"],
    },
  },
  {
    name: "railways",
    slug: "transport",
    pattern: `Railways: total: (?<a>${amount} km)`,
    ask: [
      "How long are the railways of {c} in total?",
      "How long is the railway network of {c}?",
      "How many kilometres of railway does {c} have?",
    ],
    compared: {
      more: ["Which has more kilometres of railway, {a} or {b}?"],
      less: ["Which has the shorter railway network, {a} or {b}?"],
      yes: ["Is the railway network of {a} longer than that of {b}?"],
    },
  },
  {
    name: "merchant-ships",
    slug: "transport",
    pattern: "Merchant ships: total: (?<a>[\\d,]+)",
    ask: ["How many merchant ships does {c} have?", "How large is the merchant fleet of {c}?"],
    weight: 0.5,
    compared: { more: ["Which has more merchant ships, {a} or {b}?"] },
  },
  {
    name: "military-spending",
    slug: "military",
    pattern: `Military expenditures: (?<a>${percent} of GDP)`,
    ask: [
      "How much does {c} spend on its military?",
      "What share of GDP are the military expenditures of {c}?",
    ],
    weight: 0.6,
    compared: {
      more: ["Which spends more of its GDP on its military, {a} or {b}?"],
      yes: ["Does {a} spend a greater share of GDP on its military than {b}?"],
    },
  },
  {
    name: "military-branches",
    slug: "military",
    pattern: "Military branches: (?<a>[^.;(]{8,110}?)(?:[.;]| \\(\\d{4})",
    ask: [
      "What are the military branches of {c}?",
      "Which branches does the military of {c} have?",
    ],
    weight: 0.6,
  },
];
