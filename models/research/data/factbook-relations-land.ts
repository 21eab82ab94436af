/** Relations of geography, people and health. */
import { amount, percent, type Relation } from "./factbook-relation.ts";

/** Only if the location names exactly one sea (ocean, gulf). */
function shoreOf(kind: string): Relation {
  const water = `(?:(?:North|South) )?(?:\\p{Lu}\\p{L}+ ${kind}|${kind} of (?:the )?\\p{Lu}\\p{L}+)`;
  const not = `(?:(?!\\b${kind}\\b)[^.])*`;
  const asked = kind.toLowerCase();
  return {
    name: `shore-${asked}`,
    slug: "location",
    pattern: `is located in ${not}?(?<a>${water})(?=[^.]*\\.)(?![^.]*\\b${kind}\\b)`,
    ask: [
      `Which ${asked} does {c} border?`,
      `Which ${asked} lies on the coast of {c}?`,
      `On which ${asked} does {c} lie?`,
      `What is the name of the ${asked} at the shore of {c}?`,
    ],
  };
}

export const landRelations: readonly Relation[] = [
  {
    name: "region",
    slug: "location",
    pattern: "{c} is located in (?<a>[^,;.(]+)[,;.(]",
    ask: [
      "Where is {c} located?",
      "In which part of the world is {c}?",
      "In which region does {c} lie?",
    ],
  },
  {
    name: "waters",
    slug: "location",
    pattern:
      "is located in [^.]*?[Bb]ordering (?:both )?(?:on )?(?:the )?(?<a>(?:North |South )?(?:\\p{Lu}[\\p{L}']+ )?(?:(?:Sea|Gulf|Bay|Strait) of (?:the )?\\p{Lu}[\\p{L}']+|\\p{Lu}[\\p{L}']+ (?:Sea|Ocean|Gulf|Bay|Channel)))(?![^.;]* and (?:the )?[^.;,]*(?:Sea|Ocean|Gulf))",
    ask: [
      "Which sea or ocean does {c} border?",
      "Which body of water does {c} border?",
      "On which sea or ocean does {c} lie?",
      "What water washes the shores of {c}?",
      "Which sea, gulf or ocean is {c} on?",
    ],
    weight: 2,
  },
  ...["Sea", "Ocean", "Gulf"].map(shoreOf),
  {
    name: "island-in",
    slug: "location",
    pattern:
      "is located in [^.]*?\\bin the (?<a>(?:North |South |western |eastern )?(?:Caribbean Sea|Mediterranean Sea|Pacific Ocean|Indian Ocean|Atlantic Ocean|\\p{Lu}\\p{L}+ Sea))",
    ask: [
      "In which sea or ocean does {c} lie?",
      "Which sea or ocean surrounds {c}?",
      "In what waters is {c} found?",
    ],
  },
  {
    name: "border-list",
    slug: "location",
    pattern: "{c} has land borders with (?<a>[^.;]+ \\d[\\d,.]*\\d? km)(?=[.;]| Land)",
    ask: [
      "Which countries border {c}?",
      "Which countries does {c} have land borders with?",
      "Which countries are the neighbours of {c}?",
      "What are the neighbouring countries of {c}?",
    ],
    weight: 2,
  },
  {
    name: "only-neighbour",
    slug: "location",
    pattern: "{c} has land borders with (?<a>\\p{Lu}[\\p{L}' -]+) [\\d,.]+ km\\.",
    ask: [
      "Which country has a land border with {c}?",
      "Which country borders {c}?",
      "Which country is the only neighbour of {c}?",
    ],
    weight: 2,
  },
  {
    name: "land-boundary",
    slug: "location",
    pattern: "Land boundaries: (?:total: )?(?<a>[\\d,.]*\\d km)",
    ask: [
      "How long are the land boundaries of {c} in total?",
      "What is the total length of the land borders of {c}?",
    ],
    compared: {
      more: [
        "Which has the longer land borders in all, {a} or {b}?",
        "Whose land boundaries are longer in total: {a} or {b}?",
      ],
      less: ["Which has the shorter land borders in all, {a} or {b}?"],
      yes: ["Are the land borders of {a} longer in total than those of {b}?"],
    },
  },
  {
    name: "area",
    slug: "location",
    pattern: `The total area of {c} is (?:total: )?(?<a>${amount} sq km)`,
    ask: [
      "What is the total area of {c}?",
      "How large is {c}?",
      "How big is {c} in square kilometres?",
      "What area does {c} cover?",
    ],
    weight: 1.5,
    compared: {
      more: [
        "Which is larger, {a} or {b}?",
        "Which covers more land and water, {a} or {b}?",
        "Which of the two has the greater area: {a} or {b}?",
        "Is {a} or {b} the larger one?",
      ],
      less: ["Which is smaller, {a} or {b}?", "Which has the smaller area: {a} or {b}?"],
      yes: ["Is {a} larger than {b}?", "Does {a} cover a greater area than {b}?"],
      yesLess: ["Is {a} smaller than {b}?"],
    },
  },
  {
    name: "land-area",
    slug: "location",
    pattern: `\\(land: (?<a>${amount} sq km)`,
    ask: ["What is the land area of {c}?", "How many square kilometres of {c} are land?"],
    weight: 0.5,
  },
  {
    name: "water-area",
    slug: "location",
    pattern: `; water: (?<a>${amount} sq km)`,
    ask: ["What is the water area of {c}?", "How much of the area of {c} is water?"],
    weight: 0.5,
  },
  {
    name: "compared-size",
    slug: "location",
    pattern: "Compared: (?<a>(?:[^.;]|\\.(?=\\d))+)[.;]",
    ask: [
      "How large is {c} compared with a place in the US?",
      "What is the size of {c} compared to?",
    ],
    weight: 0.5,
  },
  {
    name: "coastline",
    slug: "location",
    pattern: `Coastline: (?<a>${amount} km(?: \\(landlocked)?)`,
    ask: [
      "How long is the coastline of {c}?",
      "What is the length of the coast of {c}?",
      "How many kilometres of coast does {c} have?",
    ],
    weight: 1.5,
    compared: {
      more: [
        "Which has the longer coastline, {a} or {b}?",
        "Which has more coast, {a} or {b}?",
        "Whose coast is longer: {a} or {b}?",
      ],
      less: ["Which has the shorter coastline, {a} or {b}?"],
      yes: [
        "Is the coast of {a} longer than that of {b}?",
        "Does {a} have a longer coastline than {b}?",
      ],
      yesLess: ["Does {a} have a shorter coastline than {b}?"],
    },
  },
  {
    name: "highest-point",
    slug: "terrain",
    pattern:
      "The highest point of {c} is (?<a>\\p{Lu}[\\p{L}' .-]*?)(?: \\([^)]*\\))? -?[\\d,.]+ m\\b",
    ask: [
      "What is the highest point of {c}?",
      "What is the highest mountain of {c}?",
      "What is the name of the highest point in {c}?",
      "Which is the tallest peak of {c}?",
      "What is the highest elevation in {c} called?",
    ],
    weight: 2,
    reverse: {
      ask: [
        "In which {k} is {v} the highest point?",
        "Which {k} has {v} as its highest point?",
        "The highest point of which {k} is {v}?",
      ],
      phrases: [
        "whose highest point is {v}",
        "whose highest mountain is {v}",
        "where {v} is the highest point",
        "that has {v} as its highest point",
      ],
    },
  },
  {
    name: "highest-point-height",
    slug: "terrain",
    pattern: "The highest point of {c} is [^.;]*?(?<a>-?[\\d,.]*\\d m)\\b",
    ask: [
      "How high is the highest point of {c}?",
      "What is the elevation of the highest point of {c}?",
      "How tall is the highest mountain of {c}?",
    ],
    compared: {
      more: [
        "Which has the higher highest point, {a} or {b}?",
        "Whose highest mountain is taller, that of {a} or that of {b}?",
        "Which rises higher above the sea, {a} or {b}?",
      ],
      less: ["Whose highest point is lower, that of {a} or that of {b}?"],
      yes: [
        "Is the highest point of {a} higher than that of {b}?",
        "Does the highest mountain of {a} rise above that of {b}?",
      ],
    },
  },
  {
    name: "lowest-point",
    slug: "terrain",
    pattern:
      "The lowest point is (?:the )?(?<a>\\p{Lu}[\\p{L}' .-]*?)(?: \\([^)]*\\))? -?[\\d,.]+ m\\b",
    ask: [
      "What is the lowest point of {c}?",
      "What is the name of the lowest point in {c}?",
      "Where is the lowest elevation of {c}?",
    ],
    weight: 1.5,
    reverse: {
      ask: ["In which {k} is {v} the lowest point?", "Which {k} has {v} as its lowest point?"],
      phrases: ["whose lowest point is {v}", "that has {v} as its lowest point"],
    },
  },
  {
    name: "lowest-point-height",
    slug: "terrain",
    pattern: "The lowest point is [^.;]*?(?<a>-?[\\d,.]*\\d m)\\b",
    ask: [
      "How high is the lowest point of {c}?",
      "What is the elevation of the lowest point of {c}?",
    ],
    weight: 0.5,
  },
  {
    name: "climate",
    slug: "terrain",
    pattern: "Climate: (?<a>[^.]{3,160}?)[;.]",
    ask: ["What is the climate of {c} like?", "What kind of climate does {c} have?"],
  },
  {
    name: "terrain",
    slug: "terrain",
    pattern: "Terrain: (?<a>[^.]{3,160}?)[;.]",
    ask: ["What is the terrain of {c} like?", "What kind of terrain does {c} have?"],
    weight: 0.7,
  },
  {
    name: "resources",
    slug: "terrain",
    pattern: "Natural resources: (?<a>\\p{Ll}[^.]{2,120}?)[;.]",
    ask: ["What natural resources does {c} have?", "Which natural resources are found in {c}?"],
    weight: 0.7,
  },
  {
    name: "hazards",
    slug: "environment",
    pattern: "Natural hazards: (?<a>[^.]{3,120}?)[;.]",
    ask: ["Which natural hazards threaten {c}?", "What natural hazards occur in {c}?"],
    weight: 0.7,
  },
  {
    name: "forest",
    slug: "environment",
    pattern: `forest: (?<a>${percent})`,
    ask: ["What share of {c} is forest?", "How much of the land of {c} is covered by forest?"],
    weight: 0.6,
    compared: {
      more: [
        "Which is more densely forested, {a} or {b}?",
        "Which has the greater share of forest, {a} or {b}?",
      ],
      yes: ["Is a greater share of {a} covered by forest than of {b}?"],
    },
  },
];
