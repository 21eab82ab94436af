import { describe, expect, it } from "vitest";
import { compareFindings, missingList } from "./comparison.ts";

type Rows = readonly (readonly [query: string, answer: string])[];

function compare(question: string, rows: Rows) {
  return compareFindings(
    question,
    rows.map(([query, answer]) => ({ query, answer })),
  );
}

const coasts: Rows = [
  ["How long is the coastline of Greece?", "13,676 km"],
  ["How long is the coastline of Italy?", "7,600 km"],
];
const founded: Rows = [
  ["When was Arthur's Magazine started?", "1844"],
  ["When was First for Women started?", "June 1989"],
];
const capitals: Rows = [
  ["Quito is the capital of which country?", "Ecuador"],
  ["Bogota is the capital of which country?", "Colombia"],
  ["What is the height of the highest point of Ecuador?", "6,267 m"],
  ["What is the height of the highest point of Colombia?", "5,775 m"],
];
const francs: Rows = [
  ["What is the currency of Switzerland?", "Swiss francs"],
  ["What is the currency of Liechtenstein?", "Swiss francs (CHF)"],
];

describe("compareFindings", () => {
  it.each<[string, Rows, string, string]>([
    ["Which has the longer coastline, Greece or Italy?", coasts, "greater", "Greece"],
    ["Which has the shorter coastline, Greece or Italy?", coasts, "less", "Italy"],
    ["Which has the longer coastline, Italy or Greece?", coasts, "greater", "Greece"],
    ["Does Greece or Italy have the longer coastline?", coasts, "greater", "Greece"],
    [
      "Which was started first, Arthur's Magazine or First for Women?",
      founded,
      "earlier",
      "Arthur's Magazine",
    ],
    [
      "Which is the younger magazine, Arthur's Magazine or First for Women?",
      founded,
      "later",
      "First for Women",
    ],
    [
      "Whose highest mountain is taller: that of the country governed from Bogota or that of the country governed from Quito?",
      capitals,
      "greater",
      "Ecuador",
    ],
  ])("chooses: %s", (question, rows, operation, answer) => {
    expect(compare(question, rows)).toMatchObject({ operation, answer });
  });

  it.each<[string, Rows, string]>([
    ["Is Greece's coastline longer than Italy's?", coasts, "yes"],
    ["Is Italy's coastline longer than Greece's?", coasts, "no"],
    ["Was First for Women started before Arthur's Magazine?", founded, "no"],
    ["Was First for Women started after Arthur's Magazine?", founded, "yes"],
    ["Do Switzerland and Liechtenstein use the same currency?", francs, "yes"],
    [
      "Do Denmark and Norway use the same currency?",
      [
        ["What is the currency of Denmark?", "Danish kroner"],
        ["What is the currency of Norway?", "Norwegian kroner"],
      ],
      "no",
    ],
    [
      "Are Priyadarshan and Jaideep Varma of the same nationality?",
      [
        ["What is the nationality of Priyadarshan?", "India"],
        ["What is the nationality of Jaideep Varma?", "Indian"],
      ],
      "yes",
    ],
    [
      "Do Estonia and Finland both border Russia?",
      [
        ["Which countries are the neighbours of Estonia?", "Latvia 333 km, Russia 324 km"],
        ["Which countries are the neighbours of Finland?", "Norway 709 km, Russia 1,309 km"],
      ],
      "yes",
    ],
    [
      "Do the country governed from Tallinn and the country governed from Helsinki both border Russia?",
      [
        ["Of which country is Tallinn the capital?", "Estonia"],
        ["Of which country is Helsinki the capital?", "Finland"],
        ["Which countries are the neighbours of Estonia?", "Latvia 333 km, Russia 324 km"],
        ["Which countries are the neighbours of Finland?", "Norway 709 km, Russia 1,309 km"],
      ],
      "yes",
    ],
  ])("decides: %s", (question, rows, answer) => {
    expect(compare(question, rows)?.answer).toBe(answer);
  });

  it("names the two in the order of the question, wherever the path has them", () => {
    const compared = compare("Which is longer, the coast of Italy or of Greece?", coasts);
    expect(compared).toMatchObject({ names: ["Italy", "Greece"], steps: [1, 0] });
  });

  it("answers with what may be chosen, where what led to it was compared", () => {
    const films: Rows = [
      ["Who is the director of Bloody Moon?", "Jesús Franco"],
      ["Who is the director of The House Of Pulcini?", "Mario Camerini"],
      ["When was Jesús Franco born?", "12 May 1930"],
      ["When was Mario Camerini born?", "6 February 1895"],
    ];
    const younger = "Which film whose director is younger, Bloody Moon or The House Of Pulcini?";
    expect(compare(younger, films)?.answer).toBe("Bloody Moon");
    const untold =
      "Whose director is younger: that of Bloody Moon, of The House Of Pulcini or of The Trial?";
    expect(compare(untold, films)).toBeNull();
  });

  it("takes the deeper of two places below the sea for the lower one", () => {
    const depths: Rows = [
      ["What is the depth of the lowest point of Djibouti?", "-155 m"],
      ["What is the depth of the lowest point of Ethiopia?", "Danakil Depression -125 m"],
    ];
    expect(
      compare("Whose lowest point lies deeper, Djibouti's or Ethiopia's?", depths)?.answer,
    ).toBe("Djibouti");
  });

  it("keeps the article of a title, and drops that of a country", () => {
    const films: Rows = [
      ["When was The Man Who Skied Down Everest released?", "1975"],
      ["When was Dont Look Back released?", "1967"],
    ];
    const islands: Rows = [
      ["How large is Malta?", "316 sq km"],
      ["How large is the Maldives?", "298 sq km"],
    ];
    const later = "Which came last, The Man Who Skied Down Everest or Dont Look Back?";
    expect(compare(later, films)?.answer).toBe("The Man Who Skied Down Everest");
    const smaller = "Which is the smaller country, Malta or the Maldives?";
    expect(compare(smaller, islands)?.answer).toBe("Maldives");
  });

  it("keeps the whole of two names that share a part", () => {
    const born: Rows = [
      ["When was John Smith born?", "4 May 1950"],
      ["When was John Brown born?", "3 May 1950"],
    ];
    expect(compare("Who is older, John Smith or John Brown?", born)?.answer).toBe("John Brown");
  });

  it.each<[string, string, Rows]>([
    ["nothing is asked that orders", "Which is prettier, Greece or Italy?", coasts],
    ["a value is asked for", "How much longer is the coast of Greece or Italy?", coasts],
    ["it is asked for what is not so", "Which has not the longer coast, Greece or Italy?", coasts],
    ["a name is not in the question", "Which has the longer coast, Greece or Spain?", coasts],
    ["there is one value only", "Which is longer, the coast of Greece or Italy?", coasts.slice(1)],
    [
      "they are equal",
      "Which is longer, the coast of Greece or Italy?",
      [
        ["How long is the coast of Greece?", "5 km"],
        ["How long is the coast of Italy?", "5 km"],
      ],
    ],
    [
      "the units differ",
      "Which is longer, the coast of Greece or Italy?",
      [
        ["How long is the coast of Greece?", "5 km"],
        ["How long is the coast of Italy?", "5,000 m"],
      ],
    ],
    [
      "the queries ask for different things",
      "Which is longer, the coast of Greece or Italy?",
      [
        ["How long is the coast of Greece?", "5 km"],
        ["What is the area of Italy?", "7 km"],
      ],
    ],
    [
      "dates are asked for their size",
      "Which is larger, Greece or Italy?",
      [
        ["When did Greece become independent?", "3 May 1830"],
        ["When did Italy become independent?", "17 March 1861"],
      ],
    ],
    [
      "only one of both has it",
      "Do Estonia and Finland both border Russia?",
      [
        ["Which countries are the neighbours of Estonia?", "Latvia 333 km"],
        ["Which countries are the neighbours of Finland?", "Norway 709 km, Russia 1,309 km"],
      ],
    ],
  ])("leaves it to a model where %s", (_, question, rows) => {
    expect(compare(question, rows)).toBeNull();
  });
});

describe("what two lists share", () => {
  const path = [
    { query: "Which country has Aber as its capital?", answer: "Norland" },
    { query: "Which country has Tarn as its capital?", answer: "Sudmark" },
    { query: "Which countries border Norland?", answer: "Bosk 12 km, Hevn 1,162 km, Oster 5 km" },
    { query: "Which countries border Sudmark?", answer: "Hevn 80 km, Wester 7 km" },
  ];
  const question =
    "Which country borders both the country whose capital is Aber and the one whose capital is Tarn?";

  it("is the one name that both have", () => {
    expect(compareFindings(question, path)).toEqual({
      operation: "shared",
      steps: [2, 3],
      names: ["Norland", "Sudmark"],
      answer: "Hevn",
    });
  });

  it("is found where the lists were asked for in unlike words", () => {
    const unlike = [
      ...path.slice(0, 3),
      {
        query: "Which countries are the neighbours of Sudmark?",
        answer: "Hevn 80 km, Wester 7 km",
      },
    ];
    expect(compareFindings(question, unlike)?.answer).toBe("Hevn");
    const single = { query: "What is the only neighbour of Sudmark?", answer: "Hevn" };
    expect(compareFindings(question, [...path.slice(0, 3), single])).toBeNull();
  });

  it("is all of them where both have several", () => {
    const several = [
      ...path.slice(0, 3),
      { query: "Which countries border Sudmark?", answer: "Hevn 80 km, Bosk 7 km" },
    ];
    expect(compareFindings(question, several)?.answer).toBe("Bosk and Hevn");
    const three = "Oster 5 km, Hevn 80 km, Bosk 7 km";
    const more = [...path.slice(0, 3), { query: "Which countries border Sudmark?", answer: three }];
    expect(compareFindings(question, more)?.answer).toBe("Bosk, Hevn and Oster");
  });

  it("stays open where they share none", () => {
    const none = [
      ...path.slice(0, 3),
      { query: "Which countries border Sudmark?", answer: "Wester" },
    ];
    expect(compareFindings(question, none)).toBeNull();
  });

  it("is no answer to a question that asks something of it", () => {
    const further = "What is the capital of the country that borders both Norland and Sudmark?";
    expect(compareFindings(further, path.slice(2))).toBeNull();
    const relative = "Which river runs through the country that borders both Norland and Sudmark?";
    expect(compareFindings(relative, path.slice(2))).toBeNull();
  });

  it("says yes to what stands in both", () => {
    expect(compareFindings("Do Norland and Sudmark both border Hevn?", path.slice(2))?.answer).toBe(
      "yes",
    );
  });
});

describe("a list that was not found", () => {
  const found = { query: "Which countries border Norland?", answer: "Bosk 12 km, Hevn 1,162 km" };
  const unfound = { query: "Which countries border Sudmark?", answer: "" };
  const question = "Which countries border both Norland and Sudmark?";

  it("is named where what both have is asked for", () => {
    expect(missingList(question, [found, unfound])).toBe(unfound.query);
    expect(missingList(question, [unfound, found])).toBe(unfound.query);
  });

  it("is none where both were found, or neither", () => {
    expect(missingList(question, [found, { ...unfound, answer: "Hevn 80 km" }])).toBeNull();
    expect(missingList(question, [{ ...found, answer: "" }, unfound])).toBeNull();
  });

  it("is none where one list is asked for, or the same one twice, or one of something else", () => {
    expect(missingList("Which countries border Norland?", [found, unfound])).toBeNull();
    expect(missingList(question, [found])).toBeNull();
    expect(missingList(question, [found, { ...found, answer: "" }])).toBeNull();
    const other = { query: "Which countries border Wester?", answer: "" };
    expect(missingList(question, [found, other])).toBeNull();
  });

  it("leaves single names to the model: what one of both has may well be the other's, too", () => {
    const band = { query: "Which band did Ann Vale play in?", answer: "Tarn" };
    const other = { query: "Which band did Bo Wick play in?", answer: "" };
    expect(missingList("Which band did both Ann Vale and Bo Wick play in?", [band, other])).toBe(
      null,
    );
  });
});

describe("names of places", () => {
  const asked = (one: string, other: string) =>
    compare("Do the Rhine and the Elbe have the same source?", [
      ["In which country is the source of the Rhine?", one],
      ["In which country is the source of the Elbe?", other],
    ])?.answer;

  it.each([
    ["Niger", "Nigeria"],
    ["Niger", "Nigerian"],
    ["Guinea", "Guinea-Bissau"],
    ["Guinea", "Equatorial Guinea"],
    ["Papua New Guinea", "Guinea"],
    ["Dominica", "Dominican Republic"],
    ["Republic of the Congo", "Democratic Republic of the Congo"],
    ["India", "Indiana"],
    ["Oman", "Romania"],
  ])("%s and %s are not the same", (one, other) => {
    expect(asked(one, other)).toBe("no");
    expect(asked(other, one)).toBe("no");
  });

  it.each([
    ["Estonia", "Estonian"],
    ["India", "Indian"],
    ["Germany", "German"],
    ["Côte d'Ivoire", "Cote d'Ivoire"],
    ["the Netherlands", "The Netherlands"],
    ["SWITZERLAND", "Switzerland"],
  ])("%s and %s are the same", (one, other) => {
    expect(asked(one, other)).toBe("yes");
    expect(asked(other, one)).toBe("yes");
  });

  it("are told in full where one stands in the other", () => {
    const two = "the Republic of the Congo or the Democratic Republic of the Congo";
    const rows: Rows = [
      ["How large is the Republic of the Congo?", "342,000 sq km"],
      ["How large is the Democratic Republic of the Congo?", "2,344,858 sq km"],
    ];
    expect(compare(`Which is larger, ${two}?`, rows)).toMatchObject({
      answer: "Democratic Republic of the Congo",
      names: ["Republic of the Congo", "Democratic Republic of the Congo"],
    });
    expect(compare(`Which is smaller, ${two}?`, rows)?.answer).toBe("Republic of the Congo");
  });

  it("are the same by an older name, where the library tells of it", () => {
    const path = [
      { query: "Which countries border Thailand?", answer: "Burma, Cambodia and Laos" },
      { query: "Which countries border India?", answer: "Bhutan and Myanmar" },
    ];
    const which = "Which country borders both Thailand and India?";
    expect(compareFindings(which, path, [["Myanmar", "Burma"]])?.answer).toBe("Burma");
    expect(compareFindings(which, path)).toBeNull();
  });
});
