import { scoringForm } from "../../../language/normalise.ts";
import { hasEnglishRules } from "../../../language/scoring-units.ts";

/** Unchanged if the question names them all. */
export function withOptions(
  question: string,
  options: readonly string[],
  language?: string,
): string {
  const list = `${listOf(options, language)}?`;
  const said = ` ${scoringForm(question, language)} `;
  const isNamed = (option: string) => {
    const form = scoringForm(option, language);
    return form !== "" && said.includes(` ${form} `);
  };
  if (question.endsWith(list) || options.every(isNamed)) return question;
  const stem = question.replace(/(?<![\s:.?？。：])[\s:.?？。：]+$/u, "");
  return `${stem}: ${list}`;
}

/** "a, b or c"; semicolons if an option has a comma or "or". */
function listOf(options: readonly string[], language: string | undefined): string {
  const isPlain = !options.some((option) => /[,;]|\bor\b/iu.test(option));
  if (!isPlain || !hasEnglishRules(language)) return options.join("; ");
  return `${options.slice(0, -1).join(", ")} or ${options.at(-1) ?? ""}`;
}
