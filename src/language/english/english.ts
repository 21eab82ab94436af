import type { Language, LibraryWords } from "../language.ts";
import { holdsName, isOnlyWithinOthers } from "../names.ts";
import { finalAnswer, isTrue, isUnknown, saysYes, unknownAnswer } from "./answer-phrases.ts";
import { asksAlike } from "./asked-kind.ts";
import { isOfWrongKind } from "./asked-value.ts";
import { namesHeld } from "./called-by-name.ts";
import { answerCandidates } from "./candidates.ts";
import { compareFindings, missingList } from "./comparison.ts";
import { conclusionWords } from "./conclusion.ts";
import { refersBack, substituteAnswers } from "./decontextualise.ts";
import { applyAliases } from "./entity-aliases.ts";
import { asksForSeveral, namesIn, wholeList } from "./enumeration.ts";
import { formatList } from "./format-list.ts";
import { isForm } from "./forms.ts";
import { longerNames } from "./longer-names.ts";
import { numbersNamed } from "./numbers-named.ts";
import { asksYesOrNo, namedOptions } from "./options.ts";
import { sentencesOf } from "./sentences.ts";
import { statement } from "./statement.ts";

export function english({ aliases, quantities }: LibraryWords): Language {
  const rules = { isForm, longerThan: longerNames, aliases };
  return {
    asksYesOrNo,
    namedOptions,
    asksAlike,
    isOfWrongKind,
    asksForSeveral,
    answerCandidates: (query, text) => answerCandidates(query, text, quantities),
    wholeList,
    namesIn,
    formatList,
    sentencesOf,
    statement,
    conclusionWords,
    compareFindings: (question, path) => compareFindings(question, path, aliases),
    missingList,
    substituteAnswers,
    unknownAnswer,
    isUnknown,
    saysYes,
    isTrue,
    numbersNamed,
    finalAnswer,
    refersBack,
    isOnlyWithinOthers: (text, name) => isOnlyWithinOthers(text, name, rules),
    namesHeld,
    holdsName: (text, name) => holdsName(text, name, rules),
    withNamesOf: (passages) => applyAliases(passages, aliases),
  };
}
