import type { Resolved, Stop } from "../screening.ts";

const languages = new Intl.DisplayNames(["en"], { type: "language" });

function sentence(stop: Stop): string {
  switch (stop.kind) {
    case "noise":
      return "There are no words to look up here.";
    case "talk":
      return "This is not a question yet. Ask for a fact, such as the capital of Peru.";
    case "task":
      return "Hopwise looks up facts; it does not write texts. Ask for a fact, such as the capital of Peru.";
    case "topic":
      return `“${stop.params.text}” is a topic, not a question yet. What do you want to know about it?`;
    case "language": {
      const { tag } = stop.params;
      const asked =
        tag === null
          ? "This does not seem to be English."
          : `This seems to be ${languages.of(tag)}.`;
      return `${asked} The library is in English: ask it in English.`;
    }
    case "antecedent":
      return `What does “${stop.params.word}” refer to? Name it in your question.`;
    case "name":
      return `“${stop.params.word}” is not a name in the library.`;
  }
}

export const screeningText = {
  sentence,
  anyway: "Ask it anyway",
  didYouMean: (name: string) => `Did you mean ${name}?`,
  about: (name: string) => `Ask about ${name}`,
  read: ({ word, antecedent }: Resolved) =>
    word === ""
      ? `Continues the question before, about ${antecedent}.`
      : `Here “${word}” means ${antecedent}.`,
  typed: (question: string) => `You typed: “${question}”`,
  aboutInstead: (name: string) => `Ask about ${name} instead`,
  before: (question: string) => `Before: ${question}`,
};
