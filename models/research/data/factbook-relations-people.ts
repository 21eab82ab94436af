/** Relations of population and health. */
import { amount, percent, quantity, type Relation } from "./factbook-relation.ts";

export const peopleRelations: readonly Relation[] = [
  {
    name: "population",
    slug: "people",
    pattern: `The population of {c} is (?<a>${amount})`,
    ask: [
      "What is the population of {c}?",
      "How many people live in {c}?",
      "How many inhabitants does {c} have?",
    ],
    weight: 1.5,
    compared: {
      more: [
        "Which has more inhabitants, {a} or {b}?",
        "Which is more populous, {a} or {b}?",
        "Which has the larger population: {a} or {b}?",
        "Do more people live in {a} or in {b}?",
      ],
      less: [
        "Which has fewer inhabitants, {a} or {b}?",
        "Which has the smaller population, {a} or {b}?",
      ],
      yes: [
        "Does {a} have more inhabitants than {b}?",
        "Do more people live in {a} than in {b}?",
        "Is the population of {a} larger than that of {b}?",
      ],
      yesLess: ["Do fewer people live in {a} than in {b}?"],
    },
  },
  {
    name: "nationality",
    slug: "people",
    pattern: "Nationality: noun: (?<a>\\p{Lu}[\\p{L}' -]+?)(?:\\(|;| or )",
    ask: [
      "What is a person from {c} called?",
      "What are the people of {c} called?",
      "What is the noun for a citizen of {c}?",
    ],
    weight: 0.7,
  },
  {
    name: "largest-ethnic-group",
    slug: "people",
    pattern: `Ethnic groups: (?<a>\\p{Lu}[\\p{L}' /-]+?)(?: \\([^)]*\\))? (?:[5-9]\\d|100)(?:\\.\\d+)?%`,
    ask: [
      "What is the largest ethnic group of {c}?",
      "Which ethnic group is the largest in {c}?",
      "To which ethnic group do most people of {c} belong?",
    ],
  },
  {
    name: "ethnic-groups",
    slug: "people",
    pattern: "Ethnic groups: (?<a>[^.]{10,110}?)(?:[;.] | \\(\\d{4})",
    ask: ["Which ethnic groups live in {c}?", "What are the ethnic groups of {c}?"],
    weight: 0.4,
  },
  {
    name: "official-language",
    slug: "people",
    pattern:
      "Languages: (?:[^.()]*, )?(?<a>\\p{Lu}[\\p{L}' -]+?)(?: only)? \\((?:the )?(?:only )?(?:sole )?official(?: language)?[,;)](?!.*\\bofficial\\b)",
    ask: [
      "What is the official language of {c}?",
      "Which language is official in {c}?",
      "Which language has official status in {c}?",
    ],
    weight: 2,
  },
  {
    name: "languages",
    slug: "people",
    pattern: "Languages: (?<a>[^.;]{4,120}?)(?:[;.] | \\(\\d{4})",
    ask: ["Which languages are spoken in {c}?", "What languages do people speak in {c}?"],
    weight: 0.6,
  },
  {
    name: "largest-religion",
    slug: "people",
    pattern: "Religions: (?<a>\\p{Lu}[\\p{L}' -]+?)(?: \\([^)]*\\))? (?:[5-9]\\d|100)(?:\\.\\d+)?%",
    ask: [
      "What is the largest religion of {c}?",
      "Which religion has the most followers in {c}?",
      "What is the main religion in {c}?",
    ],
    weight: 1.5,
  },
  {
    name: "religions",
    slug: "people",
    pattern: "Religions: (?<a>[^.;]{8,110}?)(?:[;.] | \\(\\d{4}|\\.$)",
    ask: ["Which religions are practised in {c}?", "What are the religions of {c}?"],
    weight: 0.4,
  },
  {
    name: "largest-city",
    slug: "cities",
    pattern: "",
    choose: (text) => largestCity(text)?.city ?? null,
    ask: [
      "What is the largest city of {c}?",
      "Which city of {c} has the most inhabitants?",
      "What is the biggest city in {c}?",
      "Which is the most populous city of {c}?",
    ],
    weight: 2,
  },
  {
    name: "largest-city-population",
    slug: "cities",
    pattern: "",
    choose: (text) => largestCity(text)?.inhabitants ?? null,
    ask: ["How many people live in the largest city of {c}?"],
    weight: 0.5,
  },
  {
    name: "urban",
    slug: "cities",
    pattern: `urban population: (?<a>${percent})`,
    ask: [
      "What share of the population of {c} lives in cities?",
      "How urban is the population of {c}?",
    ],
    weight: 0.6,
    compared: {
      more: [
        "Where do more people live in towns, as a share: {a} or {b}?",
        "Which is more urban, {a} or {b}?",
      ],
      yes: ["Is {a} more urban than {b}?"],
    },
  },
  {
    name: "median-age",
    slug: "cities",
    pattern: `Median age: (?<a>${amount} years)`,
    ask: ["What is the median age in {c}?", "How old is the median inhabitant of {c}?"],
    weight: 0.7,
    compared: {
      more: [
        "Where are people older on average, {a} or {b}?",
        "Which has the higher median age, {a} or {b}?",
      ],
      less: ["Which has the younger population, {a} or {b}?"],
      yes: ["Is the median age higher in {a} than in {b}?"],
    },
  },
  {
    name: "growth-rate",
    slug: "cities",
    pattern: `Population growth rate: (?<a>${percent})`,
    ask: [
      "What is the population growth rate of {c}?",
      "How fast does the population of {c} grow?",
    ],
    weight: 0.6,
    compared: {
      more: ["Whose population grows faster, that of {a} or that of {b}?"],
      yes: ["Does the population of {a} grow faster than that of {b}?"],
    },
  },
  {
    name: "birth-rate",
    slug: "cities",
    pattern: `Birth rate: (?<a>${amount} births/1,000 population)`,
    ask: ["What is the birth rate of {c}?"],
    weight: 0.6,
    compared: {
      more: ["Which has the higher birth rate, {a} or {b}?"],
      less: ["Which has the lower birth rate, {a} or {b}?"],
      yes: ["Is the birth rate of {a} higher than that of {b}?"],
    },
  },
  {
    name: "death-rate",
    slug: "cities",
    pattern: `Death rate: (?<a>${amount} deaths/1,000 population)`,
    ask: ["What is the death rate of {c}?"],
    weight: 0.5,
    compared: { more: ["Which has the higher death rate, {a} or {b}?"] },
  },
  {
    name: "fertility",
    slug: "cities",
    pattern: `fertility rate: (?<a>${amount} children born/woman)`,
    ask: [
      "How many children does a woman in {c} have on average?",
      "What is the total fertility rate of {c}?",
    ],
    weight: 0.6,
    compared: {
      more: ["Where do women have more children, in {a} or in {b}?"],
      yes: ["Do women in {a} have more children than women in {b}?"],
    },
  },
  {
    name: "life-expectancy",
    slug: "health",
    pattern: `Life expectancy at birth: total population: (?<a>${amount} years)`,
    ask: [
      "What is the life expectancy at birth in {c}?",
      "How long can a newborn in {c} expect to live?",
      "What is the life expectancy in {c}?",
    ],
    weight: 1.2,
    compared: {
      more: [
        "Where do people live longer, in {a} or in {b}?",
        "Which has the higher life expectancy, {a} or {b}?",
      ],
      less: ["Which has the lower life expectancy, {a} or {b}?"],
      yes: [
        "Is life expectancy higher in {a} than in {b}?",
        "Do people live longer in {a} than in {b}?",
      ],
    },
  },
  {
    name: "life-expectancy-women",
    slug: "health",
    pattern: `Life expectancy at birth: [^.]*\\.\\d+ years; male: [\\d.]+ years; female: (?<a>${amount} years)`,
    ask: ["What is the life expectancy of women in {c}?", "How long do women live in {c}?"],
    weight: 0.5,
  },
  {
    name: "life-expectancy-men",
    slug: "health",
    pattern: `Life expectancy at birth: [^.]*\\.\\d+ years; male: (?<a>${amount} years)`,
    ask: ["What is the life expectancy of men in {c}?", "How long do men live in {c}?"],
    weight: 0.5,
  },
  {
    name: "infant-mortality",
    slug: "health",
    pattern: `Infant mortality rate: (?<a>${amount} deaths/1,000 live births)`,
    ask: ["What is the infant mortality rate of {c}?"],
    weight: 0.6,
    compared: {
      more: ["Which has the higher infant mortality, {a} or {b}?"],
      less: ["Which has the lower infant mortality rate, {a} or {b}?"],
    },
  },
  {
    name: "health-spending",
    slug: "health",
    pattern: `Health expenditures: (?<a>${percent} of GDP)`,
    ask: ["How much does {c} spend on health?", "What share of its GDP goes to health in {c}?"],
    weight: 0.5,
    compared: { more: ["Which spends a greater share of its GDP on health, {a} or {b}?"] },
  },
  {
    name: "physicians",
    slug: "health",
    pattern: `Physicians: (?<a>${amount} physicians/1,000 population)`,
    ask: [
      "How many physicians does {c} have per 1,000 people?",
      "What is the density of physicians in {c}?",
    ],
    weight: 0.5,
    compared: { more: ["Which has more physicians per head, {a} or {b}?"] },
  },
  {
    name: "literacy",
    slug: "health",
    pattern: `Literacy: total population: (?<a>${percent})`,
    ask: ["What is the literacy rate of {c}?", "What share of people can read and write in {c}?"],
    weight: 0.7,
    compared: {
      more: [
        "Which has the higher literacy rate, {a} or {b}?",
        "Where can more people read and write, in {a} or in {b}?",
      ],
      less: ["Which has the lower literacy rate, {a} or {b}?"],
      yes: ["Is the literacy rate of {a} higher than that of {b}?"],
    },
  },
  {
    name: "school-years",
    slug: "health",
    pattern: "Years of school: (?<a>\\d+ years)",
    ask: [
      "How many years do children in {c} go to school?",
      "How many years of school can a child expect in {c}?",
    ],
    weight: 0.5,
    compared: { more: ["Where do children go to school for longer, in {a} or in {b}?"] },
  },
  {
    name: "education-spending",
    slug: "health",
    pattern: `Education expenditures: (?<a>${percent} of GDP)`,
    ask: [
      "How much does {c} spend on education?",
      "What share of GDP does {c} spend on education?",
    ],
    weight: 0.5,
    compared: { more: ["Which spends more of its GDP on education, {a} or {b}?"] },
  },
];

/**
 * The Factbook's list "Rabat (capital) 1.967 million; Casablanca 3.515 million" is not always
 * sorted by size.
 */
function largestCity(text: string) {
  const [, list = ""] = /Major cities of [^:]+: (.+?) \(\d{4}\)/.exec(text) ?? [];
  const offset = text.indexOf(list);
  const entries = [
    ...list.matchAll(/(?<=^|; )(\p{Lu}[^;(\d]*?)(?: \([^)]*\))* ([\d.,]+(?: million)?)(?=;|$)/gu),
  ];
  const best = entries.sort((a, b) => quantity(b[2] ?? "") - quantity(a[2] ?? ""))[0];
  const [whole, city, inhabitants] = best ?? [];
  if (!best || !whole || !city || !inhabitants) return null;
  const start = offset + best.index;
  return {
    city: { answer: city, start },
    inhabitants: { answer: inhabitants, start: start + whole.length - inhabitants.length },
  };
}
