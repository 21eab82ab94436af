import { describe, expect, it } from "vitest";
import { borderFunctions } from "./border-functions.ts";
import { shippedFiles } from "./source-files.ts";
import { coreFunctions } from "./text-functions.ts";

const known = new Set(Object.keys({ ...coreFunctions, ...borderFunctions }));

/** Text functions in these folders count as parsers. */
const folders =
  /^(?:stages\/parse\/|metrics\/|error-book\/|log\/[^/]+$|language\/|runtime\/(?:output|privacy)|evaluation\/questions\/import\/|retrieval\/|features\/share\/|features\/ask\/(?:text\/|view\/script|view\/answer\/cited)|features\/tree\/(?:drawing\/(?:passage-marks|streamed)|view\/passages\/)|features\/library\/view\/browse\/place\.ts|app\/runtime\/routes\.ts|models\/(?:bound-key\.ts|openai-compatible\/(?:settings|output|errors)\.ts)|shared\/(?:csv|plain-characters)\.ts|methods\/homo-router\/training\/(?:policy|score-file|study|versioned)\.ts)/u;

/** Functions that are no parsers, or are covered by another, by `file#name`. */
const others: Readonly<Record<string, string>> = {
  "language/english/antecedent.ts#readFollowUp": "a question that a person wrote",
  "language/english/antecedent.ts#askAbout": "a question that a person wrote",
  "runtime/privacy/letters.ts#isDigit": "one letter",
  "runtime/privacy/chinese.ts#inSimplified": "one letter",
  "log/file.ts#openRunFileInParts": "as openRunFile, in parts",
  "log/packed-runs.ts#unpackRun": "names of a run in the page's own file",
  "evaluation/questions/import/import-questions.ts#importQuestions": "asynchronous; fuzzed",
  "evaluation/questions/import/freshqa.ts#readFreshQa": "asynchronous; fuzzed with importQuestions",
  "evaluation/questions/import/table-rows.ts#tableRows":
    "asynchronous; fuzzed with importQuestions",
  "evaluation/questions/import/table.ts#previewTable": "asynchronous; fuzzed with importQuestions",
  "evaluation/questions/import/table.ts#readTable": "asynchronous; fuzzed with importQuestions",
  "retrieval/libraries/own/intake.ts#takeIn": "asynchronous; fuzzed",
  "retrieval/libraries/own/own-library.ts#openOwnLibrary": "an id",
  "retrieval/libraries/embedded-libraries.ts#findEmbedded": "an id",
  "retrieval/libraries/node.ts#openCorpusFile": "a path; what is in the file is fuzzed",
  "retrieval/libraries/node.ts#streamOf": "a path; what is in the file is fuzzed",
  "methods/homo-router/training/policy.ts#requireEncoder": "an id",
  "app/runtime/routes.ts#navigate": "sets the address",
  "features/library/view/browse/place.ts#chosenPath": "an id",
  "models/bound-key.ts#secretFor": "compares two addresses",
  "models/openai-compatible/errors.ts#networkError": "carries an address",
  "models/openai-compatible/errors.ts#movedElsewhere": "an address, read by the browser",
  "models/openai-compatible/errors.ts#badResponse": "carries an address",
  "models/openai-compatible/output.ts#begunOutput": "puts a beginning before a text",
  "features/share/fragment.ts#isRunLink": "looks at the first letters",
  "features/share/link.ts#runLink": "the page's own address",
  "features/share/link.ts#openRunLink": "asynchronous; fuzzed",
  "features/share/view/parts.ts#openRunLink": "asynchronous; fuzzed where it is defined",
  "retrieval/search-services/agent.ts#agentWith": "a person's own address",
  "retrieval/search-services/cache.ts#cacheKey": "joins words",
};

function textFunctionsOf({ path, program }: ReturnType<typeof shippedFiles>[number]): string[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const { declaration } = statement;
    if (declaration?.type !== "FunctionDeclaration" || declaration.id === null) return [];
    const takesText = declaration.params.some((parameter) => {
      const given = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
      if (given.type !== "Identifier") return false;
      return given.typeAnnotation?.typeAnnotation.type === "TSStringKeyword";
    });
    return takesText ? [`${path}#${declaration.id.name}`] : [];
  });
}

describe("the functions that read a text", () => {
  const all = shippedFiles()
    .filter(({ path }) => folders.test(path))
    .flatMap(textFunctionsOf);

  it("are all in the tables whose time is measured", () => {
    expect(all.filter((name) => !known.has(name) && !(name in others))).toEqual([]);
  });

  it("have no exception that is gone", () => {
    expect(Object.keys(others).filter((name) => !all.includes(name))).toEqual([]);
  });
});
