/** Relations of government. */
import { date, person, type Relation } from "./factbook-relation.ts";

/** Titles that are not part of a name; King and Queen are. */
const office =
  "(?:(?:Acting |Interim |Transitional |Federal )*(?:President of the (?:Republic|Government|Confederation|Swiss Confederation)|President|Prime Minister|Chancellor|Premier|Chief Minister|Chief Executive|Supreme Leader|Executive President|Administrator|Commissioner|Vice President|Taoiseach|Governor|Governor General)(?: or Prime Minister)? )?(?:(?:Lt\\. |Air )?(?:Gen\\.|Col\\.|Vice-Marshall?|Dr\\.) )?";

const anthem = 'National anthem: (?:name: )?"(?<a>[^"]+)"';

export const stateRelations: readonly Relation[] = [
  {
    name: "capital",
    slug: "capital",
    pattern:
      "The capital of {c} is (?<a>\\p{Lu}[\\p{L}' .,-]*?)(?: \\(|;| Note: | in Romanian|\\. |\\.$)",
    ask: [
      "What is the capital of {c}?",
      "Which city is the capital of {c}?",
      "From which city is {c} governed?",
      "What is the capital city of {c}?",
    ],
    weight: 3,
    reverse: {
      ask: [
        "Which {k} has {v} as its capital?",
        "{v} is the capital of which {k}?",
        "Of which {k} is {v} the capital?",
        "Which {k} has the capital {v}?",
      ],
      phrases: [
        "whose capital is {v}",
        "with the capital {v}",
        "governed from {v}",
        "that has {v} as its capital",
        "which has its capital in {v}",
      ],
    },
  },
  {
    name: "official-name",
    slug: "capital",
    pattern: "The official name of {c} is (?<a>[^.;(]+)[.;(]",
    ask: ["What is the official name of {c}?", "What is {c} officially called?"],
    reverse: {
      ask: ["Which {k} is officially called {v}?", "Which {k} has the official name {v}?"],
      phrases: ["officially called {v}", "whose official name is {v}"],
    },
  },
  {
    name: "former-name",
    slug: "capital",
    pattern: "Former names: (?<a>\\p{Lu}[\\p{L}' -]+?)(?:[;.,(]| \\()",
    ask: ["What was {c} called before?", "What is a former name of {c}?"],
    reverse: {
      ask: [
        "Which {k} was formerly called {v}?",
        "Which {k} used to be called {v}?",
        "What is the name today of the {k} once known as {v}?",
      ],
      phrases: ["that used to be called {v}", "formerly called {v}", "once known as {v}"],
    },
  },
  {
    name: "government-type",
    slug: "capital",
    pattern: "Government type: (?<a>[^.;]+?)(?:[;.]| \\()",
    ask: [
      "What type of government does {c} have?",
      "What is the form of government of {c}?",
      "How is {c} governed?",
    ],
  },
  {
    name: "independence",
    slug: "capital",
    pattern: `became independent: (?<a>${date})`,
    ask: [
      "When did {c} become independent?",
      "On which date did {c} gain its independence?",
      "What is the independence date of {c}?",
    ],
    weight: 1.5,
    compared: {
      less: [
        "Which became independent first, {a} or {b}?",
        "Which gained its independence earlier, {a} or {b}?",
      ],
      more: [
        "Which became independent later, {a} or {b}?",
        "Which is the younger state, {a} or {b}?",
      ],
      yesLess: ["Did {a} become independent before {b}?", "Was {a} independent earlier than {b}?"],
      yes: ["Did {a} become independent after {b}?"],
    },
  },
  {
    name: "independence-from",
    slug: "capital",
    pattern: `became independent: ${date} \\(from (?:the )?(?<a>UK|US|\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?)[);,]`,
    ask: [
      "From which country did {c} become independent?",
      "From whom did {c} gain its independence?",
      "Which country did {c} belong to before its independence?",
    ],
    weight: 1.5,
  },
  {
    name: "holiday",
    slug: "capital",
    pattern: `National holiday: (?<a>\\p{Lu}[^.;,(]+?)(?: \\([^)]*\\))?, ${date}`,
    ask: ["What is the national holiday of {c}?", "Which national holiday does {c} celebrate?"],
    reverse: {
      ask: [
        "Which {k} celebrates {v} as its national holiday?",
        "Which {k} has {v} as its national holiday?",
      ],
      phrases: ["whose national holiday is {v}", "that celebrates {v} as its national holiday"],
    },
  },
  {
    name: "holiday-date",
    slug: "capital",
    pattern: `National holiday: [^.;]+?, (?<a>${date})`,
    ask: [
      "On which day is the national holiday of {c}?",
      "When does {c} celebrate its national holiday?",
    ],
  },
  {
    name: "chief-of-state",
    slug: "leaders",
    pattern: `The chief of state of {c} is ${office}(?!Vice |Interim |French )(?<a>${person}) \\(since`,
    ask: [
      "Who is the chief of state of {c}?",
      "Who is the head of state of {c}?",
      "Who is chief of state in {c}?",
    ],
    weight: 2,
    reverse: {
      ask: [
        "Which {k} has {v} as its chief of state?",
        "{v} is the chief of state of which {k}?",
        "Of which {k} is {v} the head of state?",
      ],
      phrases: [
        "whose chief of state is {v}",
        "that has {v} as its chief of state",
        "whose head of state is {v}",
      ],
    },
  },
  {
    name: "chief-of-state-since",
    slug: "leaders",
    pattern: `The chief of state of {c} is [^;(]+ \\(since (?<a>${date})`,
    ask: [
      "Since when has the chief of state of {c} been in office?",
      "When did the chief of state of {c} take office?",
    ],
    weight: 0.6,
  },
  {
    name: "head-of-government",
    slug: "leaders",
    pattern: `The head of government of {c} is ${office}(?!Vice |Interim |French )(?<a>${person}) \\(since`,
    ask: [
      "Who is the head of government of {c}?",
      "Who leads the government of {c}?",
      "Who heads the government in {c}?",
    ],
    weight: 2,
    reverse: {
      ask: [
        "Which {k} has {v} as its head of government?",
        "{v} leads the government of which {k}?",
      ],
      phrases: [
        "whose head of government is {v}",
        "whose government is led by {v}",
        "that has {v} as its head of government",
      ],
    },
  },
  {
    name: "head-of-government-since",
    slug: "leaders",
    pattern: `The head of government of {c} is [^;(]+ \\(since (?<a>${date})`,
    ask: ["Since when has the head of government of {c} been in office?"],
    weight: 0.5,
  },
  {
    name: "suffrage",
    slug: "law",
    pattern: "Suffrage: (?<a>\\d\\d years of age)",
    ask: [
      "From what age may people vote in {c}?",
      "What is the voting age in {c}?",
      "How old must one be to vote in {c}?",
    ],
    weight: 0.6,
  },
  {
    name: "constitution-date",
    slug: "law",
    pattern: `Constitution: [^.]*?latest [^.;]*?(?<a>${date})`,
    ask: ["When was the latest constitution of {c} made?", "From when is the constitution of {c}?"],
    weight: 0.5,
  },
  {
    name: "divisions",
    slug: "divisions",
    pattern: "Administrative divisions: (?<a>\\d+ [\\p{L} ]+?)(?: \\(|[;,.]| and )",
    ask: [
      "Into how many parts is {c} divided?",
      "How many administrative divisions does {c} have?",
      "What are the administrative divisions of {c}?",
    ],
    weight: 0.7,
  },
  {
    name: "symbol",
    slug: "symbols",
    pattern: "National symbol: (?<a>(?!national)[^.;(]{3,60}?)(?:[;.]| \\()",
    ask: [
      "What is the national symbol of {c}?",
      "Which national symbol does {c} have?",
      "What stands as the national symbol of {c}?",
    ],
    weight: 1.5,
    reverse: {
      ask: [
        "Which {k}'s national symbol is the {v}?",
        "Which {k} has the {v} as its national symbol?",
      ],
      phrases: ["whose national symbol is the {v}", "that has the {v} as its national symbol"],
    },
  },
  {
    name: "colors",
    slug: "symbols",
    pattern: "National colors: (?<a>[^.;(]+?)(?:[;.]| \\()",
    ask: ["What are the national colors of {c}?", "Which colors are the national colors of {c}?"],
    weight: 0.8,
  },
  {
    name: "anthem",
    slug: "symbols",
    pattern: anthem,
    ask: [
      "What is the national anthem of {c}?",
      "What is the anthem of {c} called?",
      "What is the title of the national anthem of {c}?",
    ],
    weight: 1.5,
    reverse: {
      ask: [
        'Which {k}\'s national anthem is "{v}"?',
        "Which {k} has the national anthem {v}?",
        'Which {k} sings "{v}" as its anthem?',
      ],
      phrases: [
        'whose national anthem is "{v}"',
        'whose anthem is "{v}"',
        "with the national anthem {v}",
      ],
    },
  },
  {
    name: "anthem-meaning",
    slug: "symbols",
    pattern: 'National anthem: (?:name: )?"[^"]+" \\((?<a>[^)]+)\\)',
    ask: [
      "What does the title of the national anthem of {c} mean?",
      "What does the name of the anthem of {c} mean in English?",
    ],
    weight: 0.7,
  },
  {
    name: "anthem-author",
    slug: "symbols",
    pattern: `lyrics/music: (?<a>${person})/`,
    ask: [
      "Who wrote the lyrics of the national anthem of {c}?",
      "Who wrote the words of the anthem of {c}?",
    ],
    weight: 0.8,
    reverse: {
      ask: [
        "Whose national anthem has lyrics by {v}?",
        "For which {k} did {v} write the words of the national anthem?",
      ],
      phrases: ["whose anthem has words by {v}", "whose national anthem was written by {v}"],
    },
  },
  {
    name: "anthem-composer",
    slug: "symbols",
    pattern: `lyrics/music: [^/;.]+/(?<a>${person})(?<!\\b\\p{Lu})[;.]`,
    ask: ["Who composed the national anthem of {c}?", "Who wrote the music of the anthem of {c}?"],
    weight: 0.8,
  },
];
