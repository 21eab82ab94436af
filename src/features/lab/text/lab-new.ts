/** Text of a new batch: its questions, what is compared, what it may cost. Fetched with the Lab. */
import type { RoughEstimate } from "../../../evaluation/batch/rough-estimate.ts";
import type {
  BadRow,
  Delimiter,
  FormatId,
  RowProblem,
} from "../../../evaluation/questions/import/format.ts";
import { count, plural, unknown, usd } from "../../../ui-kit/text/format.ts";
import { duration, labBatchText, sideBySide } from "./lab-batch.ts";

const questions = (value: number) => plural(value, "question", "questions");

/** "≈ $0.01", "≈ $0.00021": precision suits an estimate. */
function about(money: number | null): string {
  if (money === null) return unknown;
  return `≈ ${money >= 0.005 ? `$${money.toFixed(2)}` : usd(Number(money.toPrecision(2)))}`;
}

export const labNewText = {
  title: "Run it on my questions",
  more: "More: library, seed, method, models, budget, name",
  withoutKey: "No large model is connected, so all stages stay small.",
  connect: "Connect one",

  questionsTitle: "Questions",
  mine: "my questions",
  lines: "One question a line, the answer after a tab or |",
  linesHelp:
    "Paste two columns of a spreadsheet, or write. Several right answers have | between them. A line without an answer is asked, but not scored.",
  linesExample:
    "Which sea lies at the capital of Estonia? | Baltic Sea\nWhich river flows through Budapest? | Danube | Donau",
  linesRead: (good: number) => `${questions(good)} can be asked.`,
  unscored: (number: number, all: number) =>
    number === all
      ? "None has an answer, so nothing is scored."
      : `${count(number)} without an answer: asked, not scored.`,
  tooMany: (lines: number, most: number) =>
    `${count(lines)} lines are too many for this field: the first ${count(most)} are taken. Put the others in a file.`,
  writeInstead: "Write questions instead",
  ownSet: "The project’s own questions",
  ownSetName: "factbook",
  pick: "Choose a file",
  drop: "or drop it here: HotpotQA, 2WikiMultihopQA, MuSiQue, NQ-open, SQuAD, StrategyQA, TriviaQA, ASQA, ELI5, KILT, OpenBookQA, FreshQA, WebQA, CDQA, JSONL or CSV, also as .gz",
  reading: (file: string) => `Reading ${file}…`,
  cancel: "Cancel",
  ownFailed: "The project’s own questions could not be read.",
  format: "Format",
  formats: {
    project: "JSONL (id, question, answers)",
    hotpotqa: "HotpotQA",
    "2wikimultihopqa": "2WikiMultihopQA",
    musique: "MuSiQue",
    "nq-open": "NQ-open",
    squad: "SQuAD",
    strategyqa: "StrategyQA",
    triviaqa: "TriviaQA",
    asqa: "ASQA",
    eli5: "ELI5",
    kilt: "KILT",
    openbookqa: "OpenBookQA",
    freshqa: "FreshQA",
    webqa: "WebQA (Baidu, Chinese)",
    cdqa: "CDQA (Chinese)",
    csv: "CSV",
  } satisfies Record<FormatId, string>,
  formatUnknown: "not recognised: choose one",
  formatDetected: "Recognised from the file’s content; change it if it is wrong.",
  read: (file: string, good: number) => `${file}: ${questions(good)} can be asked.`,
  context: (withContext: number, all: number) =>
    withContext === all && all > 0
      ? "Every one brings its own paragraphs."
      : withContext === 0
        ? "They bring no paragraphs of their own."
        : `${count(withContext)} of them bring paragraphs of their own.`,
  unanswerable: (value: number) =>
    `${plural(value, "question is", "questions are")} unanswerable by design and left out.`,
  renamed: (value: number) =>
    `${plural(value, "id was", "ids were")} there twice and got a new name.`,
  bad: (value: number) => `${plural(value, "row was", "rows were")} left out; the others go on.`,
  badList: "Rows that were left out",
  badLine: (line: number) => `Line ${count(line)}`,
  moreBad: (value: number) => `and ${count(value)} more.`,
  otherFile: "Choose another file",

  columnsTitle: "Columns",
  columnsHelp: "Proposed from the headings. Question and answer are needed.",
  column: (index: number, name: string) => (name === "" ? `Column ${index + 1}` : name),
  noColumn: "none",
  mapping: {
    question: "Question",
    id: "Id",
    type: "Type",
    context: "Paragraph",
    contextTitle: "Title of the paragraph",
  },
  answerColumns: "Answers",
  delimiter: "Between columns",
  delimiters: {
    ",": "comma",
    ";": "semicolon",
    "\t": "tab",
    "|": "vertical bar",
  } satisfies Record<Delimiter, string>,
  header: "The first row names the columns",
  separator: "Between several answers in a cell",
  separatorHelp: "Empty: a cell is one answer, or a JSON list of them.",
  preview: "First rows",
  mappingMissing: {
    question: "Say which column holds the question.",
    answers: "Tick at least one column that holds an answer.",
  },

  sampleTitle: "Library and order",
  limit: "Ask",
  limitHelp: (all: number) => `Of ${questions(all)}. Empty asks them all.`,
  limitTooMany: (all: number) => `There are ${count(all)}: all of them are asked.`,
  limitInvalid: "A whole number from 1, or nothing.",
  seed: "Seed",
  seedHelp: "The same seed draws the same questions.",
  seedInvalid: "A whole number from 0.",
  atOnce: "At once",
  atOnceHelp:
    "Questions side by side: the same answers, sooner. Empty: as many as this device’s cores and memory allow.",
  atOnceInvalid: "A whole number from 1 to 16, or nothing.",

  libraryTitle: "Where answers are looked up",
  ownContext: "Each question’s own paragraphs",
  ownContextHelp: (without: number) =>
    without === 0
      ? "As the set gives them, distractors included."
      : `${plural(without, "question has", "questions have")} none.`,
  factbookHelp: "Embedded in the page.",
  ownCorpus: (name: string | null) => (name === null ? "Your own library" : `Your own: ${name}`),
  ownCorpusHelp: "Text, Markdown, HTML, PDF, CSV or JSON lines. They stay on this device.",
  pickCorpus: "Make one of a file",

  methodTitle: "How they are answered",
  method: "Method",
  preset: "Preset",
  asOnAsk: "as set under Ask",

  stagesTitle: "Stages",
  compareTitle: "Which stages to give to the large model",
  otherComparisons: "Papers’ tables and other comparisons",
  comparisons: {
    eight: {
      label: "Small and large in every stage",
      help: (configurations: number) =>
        `All ${plural(configurations, "combination", "combinations")}, with the preset under More: shows which stages are worth the large model’s price, interactions included.`,
    },
    stages: {
      label: "One stage at a time",
      help: () => "All small, and the large model in each stage alone.",
    },
    additions: {
      label: "All small, with and without θ, rewriter, arithmetic",
      help: () => "Needs no key: everything runs on this device.",
    },
    chosen: {
      label: "Combinations of your choice",
      help: () => "Fewer answers to wait and pay for.",
    },
    methods: {
      label: "Methods side by side",
      help: () =>
        "This method beside those of its paper, or of your choice: with the large model where this one has it, all searched alike.",
    },
    ablations: {
      label: "Without each part",
      help: () => "As set, then without one part at a time: the method’s own, then ours.",
    },
    sweep: {
      label: "One number varied",
      help: () => "A curve: the same questions at each value.",
    },
    tools: {
      label: "What is searched",
      help: () =>
        "Every question to one tool, tool by tool: nothing, the library’s three modes, your search services; then by the router, if one is trained.",
    },
    "small-models": {
      label: "Other small models",
      help: () => "The small model changes, all else stays; last the large one in its place.",
    },
    rewriters: {
      label: "Rewriters",
      help: () =>
        "CoopLLM’s Table 4: how a sub-question is made into a search. The language model reads, so that every row does something.",
    },
    decision: {
      label: "With and without the Decision",
      help: () =>
        "CoopLLM’s Table 2, w/o Decision: whether the small model knows when it needs the large one.",
    },
    models: {
      label: "Fine-tuned against base",
      help: () =>
        "CoopLLM’s Table 3: the chosen small model and another, each alone and with the large one where it asks for it.",
    },
    "table-two": {
      label: "The rows of CoopLLM’s Table 2",
      help: () => "Those that need no other training.",
    },
    "figure-two": {
      label: "CoopLLM’s Figure 2",
      help: (configurations: number) =>
        `All ${plural(configurations, "combination", "combinations")} as in the paper: what the large model brings in each stage.`,
    },
  },
  paperSettings:
    "Asked with the paper’s settings, whatever the preset: passages are not ranked again, one encoder reads, and answers are neither checked nor computed.",
  chosen: "Combinations",
  methodsTitle: "Methods",
  swept: "Number",
  sweptValues: "Values",
  sweptHelp: (proposed: string) => `Empty: ${proposed}.`,
  sweptWrong: (min: number, max: number) =>
    `Numbers from ${min} to ${max}, with commas between them.`,
  smallModelsTitle: "Small models",
  base: "Base model",
  baseHelp: (tuned: string) => `Compared with ${tuned}.`,
  noBase: "choose a model",
  runs: (asked: number, configurations: number, atMost: boolean) =>
    `${atMost ? "At most " : ""}${plural(asked * configurations, "answer", "answers")} (${questions(asked)} × ${plural(configurations, "setup", "setups")})`,

  modelsTitle: "Models and money",
  small: "Small model",
  large: "Large model",
  noneSetUp: "none set up",
  notNeeded: "not needed",
  price: "Price of a million tokens",
  priceLine: (input: number, output: number) => `$${input} in, $${output} out`,
  engines: "Engines and key",
  leaves: (destination: string) => `Questions and what was found go to ${destination}.`,
  stays: "Nothing leaves this device.",
  budget: "Budget, US dollars",
  budgetHelp: "Nothing is called that could cross it. Empty is no limit.",
  budgetInvalid: "An amount from 0 to 10,000, or nothing.",

  startTitle: "Before it starts",
  searched: (library: string) => `Looked up in: ${library}.`,
  untilSettled: "Run until it is settled",
  untilSettledHelp:
    "Each question is first asked in half of the setups. It ends once each stage’s verdict is settled, or the rest would hardly settle it.",
  untilSettledFrom: (least: number) =>
    `With ${questions(least)} or more, it can stop once it is settled.`,
  capped: (budget: number) => `It pauses before it costs more than $${budget}.`,
  nameTitle: "Name",
  name: "Name",
  proposedName: (set: string, asked: number, comparison: string) =>
    `${set}, ${questions(asked)}: ${comparison}`,
  otherRuns: "Another batch is running in this tab: keep this one for later.",
  estimating: "Estimating…",
  aboutTime: (seconds: number | null) =>
    seconds === null ? unknown : `≈ ${duration(Math.max(1, seconds))}`,
  aboutMoney: (money: number | null) => (money === 0 ? labBatchText.nothingToPay : about(money)),
  roughBasis: ({ seconds, secondsThere: { low, high } }: RoughEstimate, lanes: number) =>
    seconds === null
      ? `The time is known after one question asked here. Where the sample report was measured, a question took ${low.toFixed(1)} to ${high.toFixed(1)} s.`
      : `By this device’s own runs, and the tokens of the sample report${sideBySide(lanes)}.`,
  time: "Time",
  money: "Money",
  start: "Start",
  keepForLater: "Keep for later",
  blocked: "It cannot start like this:",
  blockers: {
    "no-questions": "Write, paste or choose questions first.",
    "no-configurations": "Tick at least one combination.",
    "no-base-model": "Choose the base model to compare with.",
    numbers: "A number above is not right.",
    "no-small-model": "No small model can be used on this device.",
    "large-missing": "A stage is given to the large model, and none is set up.",
    "budget-without-price":
      "The large model’s price is not known, so a budget cannot be kept. Enter the price, or empty the budget.",
  },
  noContext: (without: number) =>
    `${plural(without, "question brings", "questions bring")} no paragraphs of its own: choose a library.`,
};

export function rowProblem({ reason, params }: Pick<BadRow, "reason" | "params">): string {
  const field = String(params["field"] ?? "");
  const limit = count(Number(params["limit"] ?? 0));
  const sentences: Record<RowProblem, string> = {
    "not-json": "it is not JSON",
    "cut-off": "the file ends in the middle of it",
    "not-an-object": "it is no object with fields",
    "wrong-shape":
      field === "" ? "its fields are not as they should be" : `“${field}” is not as it should be`,
    "no-question": "it has no question",
    "no-answer": "it has no answer",
    "question-too-long": `the question has more than ${limit} characters`,
    "too-large": `it has more than ${limit} characters`,
    "quotes-open": "a quotation mark is not closed",
    "format-unknown": "the file has none of the known formats",
    "no-list": "the file holds no list of questions",
  };
  return sentences[reason];
}
