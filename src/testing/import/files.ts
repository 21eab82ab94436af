/** Each official form, written by hand. */

const hotpotRow = {
  _id: "h1",
  question: "Which river runs through the capital of Austria?",
  answer: "Danube",
  type: "bridge",
  level: "easy",
  supporting_facts: [
    ["Austria", 0],
    ["Vienna", 1],
    ["Vienna", 2],
  ],
  context: [
    ["Austria", ["The capital of Austria is Vienna."]],
    ["Vienna", ["Vienna is a city.", " The Danube runs through it.", " It is long."]],
    ["Graz", ["Graz lies on the Mur."]],
  ],
};

export const hotpot = JSON.stringify(
  [
    hotpotRow,
    { ...hotpotRow, _id: "h2", context: hotpotRow.context.slice(0, 2) },
    { ...hotpotRow, _id: "h3", context: hotpotRow.context.slice(1) },
  ],
  null,
  1,
);

export const twoWiki = JSON.stringify([
  {
    _id: "w1",
    type: "compositional",
    question: "Who is the father of the director of the film X?",
    context: [["X (film)", ["X is a film by A B."]]],
    entity_ids: "Q1_Q2",
    supporting_facts: [["X (film)", 0]],
    evidences: [
      ["X", "director", "A B"],
      ["A B", "father", "C B"],
    ],
    answer: "C B",
    evidences_id: [],
    answer_id: "Q2",
  },
]);

const musiqueRow = {
  id: "2hop__1_2",
  paragraphs: [
    { idx: 0, title: "Danube", paragraph_text: "A river.", is_supporting: false },
    { idx: 1, title: "Danube", paragraph_text: "It runs through Vienna.", is_supporting: true },
    { idx: 2, title: "Austria", paragraph_text: "Its capital is Vienna.", is_supporting: true },
  ],
  question: "Which river runs through Austria's capital?",
  question_decomposition: [
    { id: 1, question: "capital of Austria", answer: "Vienna", paragraph_support_idx: 2 },
    {
      id: 2,
      question: "Which river runs through #1 ?",
      answer: "Danube",
      paragraph_support_idx: 1,
    },
  ],
  answer: "Danube",
  answer_aliases: ["the Danube", "Donau"],
  answerable: true,
};

export const musique = [
  musiqueRow,
  { ...musiqueRow, answerable: false },
  { ...musiqueRow, id: "3hop1__1_2_3" },
]
  .map((row) => JSON.stringify(row))
  .join("\n");

export const nqOpen = [
  '{"question": "who sings it", "answer": ["A", "B"]}',
  '{"question": "when was it", "answer": ["1999"]}',
  "",
].join("\n");

export const squad = JSON.stringify(
  {
    version: "v2.0",
    data: [
      {
        title: "River_Danube",
        paragraphs: [
          {
            context: "The Danube runs through Vienna.",
            qas: [
              {
                id: "s1",
                question: "What runs through Vienna?",
                answers: [
                  { text: "The Danube", answer_start: 0 },
                  { text: "Danube", answer_start: 4 },
                  { text: "Danube", answer_start: 4 },
                ],
                is_impossible: false,
              },
              { id: "s2", question: "Who dug it?", answers: [], is_impossible: true },
            ],
          },
        ],
      },
      {
        title: "Graz",
        paragraphs: [
          {
            context: "Graz lies on the Mur.",
            qas: [{ id: "s3", question: "Where is Graz?", answers: [{ text: "on the Mur" }] }],
          },
        ],
      },
    ],
  },
  null,
  2,
);

/** Hugging Face's `datasets` write lists of records as records of lists. */
export const squadRows = [
  {
    id: "f1",
    title: "River_Danube",
    context: "The Danube runs through Vienna.",
    question: "What runs through Vienna?",
    answers: { text: ["The Danube", "Danube", "Danube"], answer_start: [0, 4, 4] },
  },
  {
    id: "f2",
    title: "River_Danube",
    context: "The Danube runs through Vienna.",
    question: "Who dug it?",
    answers: { text: [], answer_start: [] },
  },
];
export const squadFlat = squadRows.map((row) => JSON.stringify(row)).join("\n");

export const hotpotRows = [
  {
    id: "h1",
    question: hotpotRow.question,
    answer: "Danube",
    type: "bridge",
    level: "easy",
    supporting_facts: { title: ["Austria", "Vienna", "Vienna"], sent_id: [0, 1, 2] },
    context: {
      title: hotpotRow.context.map(([title]) => title),
      sentences: hotpotRow.context.map(([, sentences]) => sentences),
    },
  },
];
export const hotpotColumns = hotpotRows.map((row) => JSON.stringify(row)).join("\n");

export const strategyQa = JSON.stringify([
  {
    qid: "q1",
    term: "Danube",
    description: "River",
    question: "Does the Danube reach the sea of Crimea?",
    answer: true,
    facts: ["The Danube ends in the Black Sea."],
    decomposition: ["Where does the Danube end?", "Does Crimea lie on #1?"],
    evidence: [
      [[["Danube-1", "Black Sea-2"]], ["operation"]],
      [[["Danube-4"]], ["no_evidence", "operation"]],
    ],
  },
  { qid: "q2", term: "Graz", question: "Is Graz on the sea?", answer: false, facts: [] },
]);

export const project = [
  '{"id":"p1","dataset":"own","question":"Q1?","answers":["a"],"split":"dev","source":"x"}',
  '{"id":"p2","dataset":"own","question":"Q2?","answers":["b","c"],"hops":2,"context":[{"title":"T","sentences":["S."]}],"context_kind":"gold_only"}',
].join("\n");

export const table = [
  "Number;Question;Answer;Other answers;Kind",
  "1;Which river?;Danube;Donau|Duna;bridge",
  '2;"Which sea; if any?";Black Sea;;yes-no',
].join("\n");

const triviaQaAnswer = {
  Aliases: ["Danube", "River Danube", "Donau"],
  MatchedWikiEntityName: "Danube",
  NormalizedAliases: ["danube", "river danube", "donau"],
  NormalizedValue: "danube",
  Type: "WikipediaEntity",
  Value: "The Danube",
};

/** The list is not the first field. */
export const triviaQa = JSON.stringify(
  {
    Data: [
      {
        Answer: triviaQaAnswer,
        EntityPages: [{ DocSource: "TagMe", Filename: "Vienna.txt", Title: "Vienna" }],
        Question: "Which river runs through Vienna?",
        QuestionId: "tc_1",
        QuestionSource: "http://www.example.org/",
        SearchResults: [],
      },
      {
        Answer: {
          ...triviaQaAnswer,
          Aliases: [],
          HumanAnswers: ["in 1895", "1895"],
          Type: "Numerical",
          Value: "1895",
        },
        Question: "When was the canal in Vienna dug?",
        QuestionId: "tc_2",
      },
    ],
    Domain: "Web",
    Split: "dev",
    VerifiedEval: false,
    Version: 1.0,
  },
  null,
  4,
);

export const triviaQaRows = [
  {
    question: "Which river runs through Vienna?",
    question_id: "tc_1",
    question_source: "http://www.example.org/",
    entity_pages: { doc_source: ["TagMe"], title: ["Vienna"], wiki_context: [""] },
    search_results: { description: [], rank: [], title: [] },
    answer: {
      aliases: ["Danube", "River Danube", "Donau"],
      matched_wiki_entity_name: "Danube",
      normalized_aliases: ["danube", "river danube", "donau"],
      normalized_value: "danube",
      type: "WikipediaEntity",
      value: "The Danube",
    },
  },
];
export const triviaQaFlat = triviaQaRows.map((row) => JSON.stringify(row)).join("\n");

const asqaRow = {
  ambiguous_question: "Who played the captain in The Lock?",
  qa_pairs: [
    {
      context: "The Lock is a film of 1931 with Ada Berg as the captain.",
      question: "Who played the captain in the film The Lock?",
      short_answers: ["Ada Berg", "A. Berg"],
      wikipage: "The Lock (film)",
    },
    {
      context: "No context provided",
      question: "Who played the captain in the play The Lock?",
      short_answers: ["Bo Lind"],
      wikipage: null,
    },
  ],
  wikipages: [
    { title: "The Lock (film)", url: "https://en.wikipedia.org/wiki/The_Lock_(film)" },
    { title: "Canal", url: "https://en.wikipedia.org/wiki/Canal" },
  ],
  annotations: [
    {
      knowledge: [{ content: "Bo Lind was in the first cast of the play.", wikipage: "The Lock" }],
      long_answer: "Ada Berg played the captain in the film, and Bo Lind in the play.",
    },
  ],
};

export const asqa = JSON.stringify({
  train: { "-101": asqaRow },
  dev: { "102": { ...asqaRow, ambiguous_question: "Who was the captain in The Lock?" } },
});

export const asqaRows = [{ ...asqaRow, sample_id: "-101" }];
export const asqaFlat = asqaRows.map((row) => JSON.stringify(row)).join("\n");

/** All aliases are in one text. */
export const asqaProject = JSON.stringify({
  id: "-101",
  dataset: "asqa",
  question: asqaRow.ambiguous_question,
  answers: ["A. Berg", "Ada Berg", "Bo Lind"],
  decomposition: asqaRow.qa_pairs.map(({ question, short_answers }) => ({
    question,
    answer: short_answers.join("; "),
  })),
  long_answers: [asqaRow.annotations[0]?.long_answer],
});

const webQaRows = {
  Q_TST_000001: {
    question: "流经维也纳的是哪条河？",
    evidences: {
      "Q_TST_000001#00": { answer: ["no_answer"], evidence: "维也纳是奥地利的首都。" },
      "Q_TST_000001#01": { answer: ["多瑙河"], evidence: "多瑙河流经维也纳。" },
      "Q_TST_000001#02": { answer: ["多瑙河", "蓝色多瑙河"], evidence: "蓝色多瑙河穿过这座城市。" },
    },
  },
  Q_TST_000002: {
    question: "运河是谁挖的？",
    evidences: { "Q_TST_000002#00": { answer: ["no_answer"], evidence: "运河很长。" } },
  },
  Q_TST_000003: {
    question: "奥地利的首都是哪里？",
    evidences: { "Q_TST_000003#00": { answer: ["维也纳"], evidence: "首都是维也纳。" } },
  },
};

export const webQa = JSON.stringify(webQaRows, null, 2);
export const webQaFlat = Object.values(webQaRows)
  .map((row) => JSON.stringify(row))
  .join("\n");

/** Each text begins with a mark, as released. */
export const cdqa = JSON.stringify(
  [
    {
      qa: "\uFEFF问题: 最近哪座城市挖了运河？\n答案: 维也纳",
      annotation: {
        分类1: "y可以接受",
        知识动态性分类: "快速变化",
        准确性检查: "https://example.org/1",
        回答类型: "地名",
      },
    },
    {
      qa: "\uFEFF问题: 运河有哪些船？\n答案: 大船",
      annotation: {
        "p-改写问题": "运河上最大的是哪艘船？",
        "p-改写答案": "“多瑙号”",
        分类1: "p修改",
        知识动态性分类: "静态知识",
      },
    },
  ],
  null,
  4,
);

const openBookRow = {
  id: "7-101",
  question: {
    stem: "A canal is dug so that ships can",
    choices: [
      { text: "cross land", label: "A" },
      { text: "fly", label: "B" },
      { text: "sink, or burn", label: "C" },
      { text: "rest", label: "D" },
    ],
  },
  fact1: "a canal is a waterway made by people",
  humanScore: "1.00",
  clarity: "2.00",
  turkIdAnonymized: "x",
  answerKey: "A",
};

export const openBookQa = [
  openBookRow,
  {
    ...openBookRow,
    id: "1102",
    answerKey: "B",
    question: {
      stem: "Which is the longest?",
      choices: [
        { text: "a bridge", label: "A" },
        { text: "a river", label: "B" },
      ],
    },
  },
]
  .map((row) => JSON.stringify(row))
  .join("\n");

export const openBookQaRows = [
  {
    id: "7-101",
    question_stem: openBookRow.question.stem,
    choices: {
      text: openBookRow.question.choices.map(({ text }) => text),
      label: ["A", "B", "C", "D"],
    },
    answerKey: "A",
    fact1: openBookRow.fact1,
  },
];
export const openBookQaFlat = openBookQaRows.map((row) => JSON.stringify(row)).join("\n");

export const eli5 = [
  {
    q_id: "a1b2",
    title: "Why do canals have locks?",
    selftext: "I saw one today.",
    document: "",
    subreddit: "explainlikeimfive",
    answers: {
      a_id: ["c1", "c2", "c3"],
      text: [
        "Water would run downhill.\n\nLocks hold it.",
        "[deleted]",
        "They are steps for ships.",
      ],
      score: [12, 3, 2],
    },
    title_urls: { url: [] },
    selftext_urls: { url: [] },
    answers_urls: { url: [] },
  },
  {
    q_id: "a1b3",
    title: "Why are rivers bent?",
    selftext: "",
    answers: { a_id: [], text: ["They wear away one bank."], score: [] },
  },
]
  .map((row) => JSON.stringify(row))
  .join("\n");

export const kilt = [
  {
    id: "a1b2",
    input: "Why do canals have locks?",
    output: [
      { answer: "Water would run downhill.", meta: { score: 12 } },
      { answer: "They are steps for ships." },
      {
        provenance: [
          { wikipedia_id: "1", title: "Lock", section: "Section::::Use", start_paragraph_id: 1 },
          { wikipedia_id: "1", title: "Lock" },
        ],
      },
    ],
    meta: {},
  },
  { id: "a1b3", input: "Why are rivers bent?", output: [{ answer: "They wear away one bank." }] },
]
  .map((row) => JSON.stringify(row))
  .join("\n");

/** A warning and an empty line precede the heading. */
export const freshQa = [
  '"Warning: Please do not train on these questions, thank you.",,,,,,,,,,,,,,,,,,,',
  ",,,,,,,,,,,,,,,,,,,",
  "id,split,question,effective_year,next_review,false_premise,num_hops,fact_type,source,answer_0,answer_1,answer_2,answer_3,answer_4,answer_5,answer_6,answer_7,answer_8,answer_9,note",
  '0,TEST,Who keeps the lock at Vienna?,2024,weekly,FALSE,one-hop,fast-changing,"https://example.org/a\nhttps://example.org/b",Ada Berg,"Berg, Ada",,,,,,,,,',
  "1,DEV,When was the sea of Graz drained?,before 2022,occasionally,TRUE,multi-hop,never-changing,https://example.org/c,There is no sea at Graz,,,,,,,,,,asked in jest",
].join("\n");
