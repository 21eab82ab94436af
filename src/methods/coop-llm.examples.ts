/**
 * Worked examples for the small planner, written for this project. A 135 M model copies
 * the shape of what it has just seen, so each question is planned after the examples
 * whose wording is most like its own.
 */
import type { Step } from "../core/pipeline/prompts.ts";

export interface WorkedExample {
  question: string;
  steps: readonly Step[];
  final: string;
}

const worked = (question: string, final: string, ...steps: [string, string][]): WorkedExample => ({
  question,
  steps: steps.map(([query, answer]) => ({ query, answer })),
  final,
});

export const workedExamples: readonly WorkedExample[] = [
  worked(
    "Which river runs through the capital of Austria?",
    "Danube",
    ["What is the capital of Austria?", "Vienna"],
    ["Which river runs through Vienna?", "Danube"],
  ),
  worked(
    "Which ocean borders the country whose capital is Lima?",
    "Pacific Ocean",
    ["Which country has the capital Lima?", "Peru"],
    ["Which ocean borders Peru?", "Pacific Ocean"],
  ),
  worked(
    "What is the currency of the country whose highest point is Mount Ararat?",
    "lira",
    ["Which country has the highest point Mount Ararat?", "Turkey"],
    ["What is the currency of Turkey?", "lira"],
  ),
  worked(
    "What is the population of the country where people pay with the zloty?",
    "38 million",
    ["Which country has the currency zloty?", "Poland"],
    ["What is the population of Poland?", "38 million"],
  ),
  worked(
    "What language is spoken in the country whose currency is the forint?",
    "Hungarian",
    ["Which country has the currency forint?", "Hungary"],
    ["What language is spoken in Hungary?", "Hungarian"],
  ),
  worked(
    "What is the capital of the country that borders both Chile and Brazil?",
    "Buenos Aires",
    ["Which country borders both Chile and Brazil?", "Argentina"],
    ["What is the capital of Argentina?", "Buenos Aires"],
  ),
  worked(
    "Who is the prime minister of the country whose capital is Oslo?",
    "Jonas Gahr Store",
    ["Which country has the capital Oslo?", "Norway"],
    ["Who is the prime minister of Norway?", "Jonas Gahr Store"],
  ),
  worked(
    "In which year did the country whose capital is Dhaka become independent?",
    "1971",
    ["Which country has the capital Dhaka?", "Bangladesh"],
    ["When did Bangladesh become independent?", "1971"],
  ),
  worked(
    "What is the highest mountain of the country that exports the most copper?",
    "Ojos del Salado",
    ["Which country exports the most copper?", "Chile"],
    ["What is the highest point of Chile?", "Ojos del Salado"],
  ),
  worked(
    "What is the main religion of the country with the capital Jakarta?",
    "Islam",
    ["Which country has the capital Jakarta?", "Indonesia"],
    ["What is the main religion of Indonesia?", "Islam"],
  ),
  worked(
    "What is the capital of the only country that borders Denmark?",
    "Berlin",
    ["Which country borders Denmark?", "Germany"],
    ["What is the capital of Germany?", "Berlin"],
  ),
  worked(
    "Which country has a longer coastline, Chile or Peru?",
    "Chile",
    ["How long is the coastline of Chile?", "6,435 km"],
    ["How long is the coastline of Peru?", "2,414 km"],
  ),
  worked(
    "Which country is larger in area, Norway or Sweden?",
    "Sweden",
    ["What is the area of Norway?", "323,802 sq km"],
    ["What is the area of Sweden?", "450,295 sq km"],
  ),
  worked(
    "Which country has more people, Spain or Poland?",
    "Spain",
    ["What is the population of Spain?", "47 million"],
    ["What is the population of Poland?", "38 million"],
  ),
  worked(
    "Which mountain is higher, the highest point of Italy or the highest point of Austria?",
    "Mont Blanc",
    ["What is the highest point of Italy?", "Mont Blanc 4,748 m"],
    ["What is the highest point of Austria?", "Grossglockner 3,798 m"],
  ),
  worked(
    "Which became independent first, Ghana or Nigeria?",
    "Ghana",
    ["When did Ghana become independent?", "1957"],
    ["When did Nigeria become independent?", "1960"],
  ),
  worked(
    "Do Laos and Cambodia use the same currency?",
    "no",
    ["What is the currency of Laos?", "kip"],
    ["What is the currency of Cambodia?", "riel"],
  ),
  worked(
    "Does the country whose capital is Helsinki border Norway?",
    "yes",
    ["Which country has the capital Helsinki?", "Finland"],
    ["Which countries border Finland?", "Norway, Sweden, Russia"],
  ),
  worked(
    "Is Spanish an official language in both Peru and Brazil?",
    "no",
    ["What are the official languages of Peru?", "Spanish, Quechua"],
    ["What is the official language of Brazil?", "Portuguese"],
  ),
  worked(
    "Is the capital of Canada larger than the capital of Iceland?",
    "yes",
    ["What is the capital of Canada?", "Ottawa"],
    ["What is the population of Ottawa?", "1.4 million"],
    ["What is the capital of Iceland?", "Reykjavik"],
    ["What is the population of Reykjavik?", "216,000"],
  ),
  worked(
    "Are Marie Curie and Alan Turing from the same country?",
    "no",
    ["What country is Marie Curie from?", "Poland"],
    ["What country is Alan Turing from?", "England"],
  ),
  worked(
    "Were the directors of Jaws and Alien of the same nationality?",
    "no",
    ["Who directed Jaws?", "Steven Spielberg"],
    ["What nationality is Steven Spielberg?", "American"],
    ["Who directed Alien?", "Ridley Scott"],
    ["What nationality is Ridley Scott?", "British"],
  ),
  worked(
    "What year was the author of the novel Moby-Dick born?",
    "1819",
    ["Who is the author of the novel Moby-Dick?", "Herman Melville"],
    ["What year was Herman Melville born?", "1819"],
  ),
  worked(
    "What position did the man who painted Guernica hold at the Prado Museum?",
    "director",
    ["Who painted Guernica?", "Pablo Picasso"],
    ["What position did Pablo Picasso hold at the Prado Museum?", "director"],
  ),
  worked(
    "In which city was the singer of the song Purple Rain born?",
    "Minneapolis",
    ["Who is the singer of the song Purple Rain?", "Prince"],
    ["In which city was Prince born?", "Minneapolis"],
  ),
  worked(
    "The director of the film Titanic was born in which country?",
    "Canada",
    ["Who is the director of the film Titanic?", "James Cameron"],
    ["In which country was James Cameron born?", "Canada"],
  ),
  worked(
    "The university where Niels Bohr taught was founded in what year?",
    "1479",
    ["At which university did Niels Bohr teach?", "University of Copenhagen"],
    ["What year was the University of Copenhagen founded?", "1479"],
  ),
  worked(
    "Who was born first, Isaac Newton or Gottfried Leibniz?",
    "Isaac Newton",
    ["When was Isaac Newton born?", "1643"],
    ["When was Gottfried Leibniz born?", "1646"],
  ),
  worked(
    "Which band has more members, Queen or Genesis?",
    "Genesis",
    ["How many members does Queen have?", "four"],
    ["How many members does Genesis have?", "five"],
  ),
  worked(
    "Which magazine was started first, Time or Life?",
    "Time",
    ["When was the magazine Time started?", "1923"],
    ["When was the magazine Life started?", "1936"],
  ),
  worked(
    "What is the name of the team whose stadium is in the city where Mozart was born?",
    "Red Bull Salzburg",
    ["In which city was Mozart born?", "Salzburg"],
    ["Which team has its stadium in Salzburg?", "Red Bull Salzburg"],
  ),
  worked(
    "Where did the king who followed George VI's father study?",
    "Oxford",
    ["Who was the father of George VI?", "George V"],
    ["Which king followed George V?", "Edward VIII"],
    ["Where did Edward VIII study?", "Oxford"],
  ),
  worked(
    "Who is the wife of the actor who played Batman in The Dark Knight?",
    "Sibi Blazic",
    ["Which actor played Batman in The Dark Knight?", "Christian Bale"],
    ["Who is the wife of Christian Bale?", "Sibi Blazic"],
  ),
  worked(
    "Which company owns the brand that makes the Golf car?",
    "Volkswagen Group",
    ["Which brand makes the Golf car?", "Volkswagen"],
    ["Which company owns the brand Volkswagen?", "Volkswagen Group"],
  ),
  worked(
    "What is the area of the island on which the capital of Indonesia lies?",
    "138,794 sq km",
    ["What is the capital of Indonesia?", "Jakarta"],
    ["On which island does Jakarta lie?", "Java"],
    ["What is the area of Java?", "138,794 sq km"],
  ),
  worked(
    "Which sea lies between the country of Vienna's river mouth and Turkey?",
    "Black Sea",
    ["Which river runs through Vienna?", "Danube"],
    ["In which country is the mouth of the Danube?", "Romania"],
    ["Which sea lies between Romania and Turkey?", "Black Sea"],
  ),
];

/**
 * The `count` examples most like `question` in wording, the closest last, where the model
 * looks first. Names are masked, so the shape of the question decides, not its subject.
 */
export function nearestExamples(question: string, count: number): WorkedExample[] {
  const wanted = shape(question);
  return workedExamples
    .map((example, index) => ({
      example,
      index,
      score: similarity(wanted, shape(example.question)),
    }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, count)
    .reverse()
    .map((scored) => scored.example);
}

/** Single words and pairs of neighbours; every name is the same mark. */
function shape(question: string): Set<string> {
  const words = (question.match(/[\p{L}\p{N}'’-]+/gu) ?? []).map((word, index) =>
    index > 0 && /^[\p{Lu}\p{N}]/u.test(word) ? "§" : word.toLowerCase(),
  );
  return new Set([...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)]);
}

/** Dice coefficient of two sets, in [0, 1]. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((part) => b.has(part)).length;
  return (2 * common) / Math.max(1, a.size + b.size);
}
