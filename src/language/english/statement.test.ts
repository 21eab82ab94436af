import { expect, it } from "vitest";
import { statement } from "./statement.ts";

it.each([
  ["Which country has Tallinn as its capital?", "Estonia", "Estonia has Tallinn as its capital"],
  ["Which sea borders Estonia?", "the Baltic Sea", "the Baltic Sea borders Estonia"],
  ["Which sea does Estonia border?", "the Baltic Sea", "Estonia borders the Baltic Sea"],
  ["What is the capital of Mali?", "Bamako", "the capital of Mali is Bamako"],
  ["How many reactors has France?", "57", "France has 57 reactors"],
  ["How many people live in Peru?", "34 million", "34 million people live in Peru"],
  ["What does it mean?", "much", "it means much"],
  ["Which country’s currency is the renminbi?", "China", "China’s currency is the renminbi"],
  ["Which country's capital is Tegucigalpa?", "Honduras", "Honduras’ capital is Tegucigalpa"],
  ["Maseru is the capital of which country?", "Lesotho", "Maseru is the capital of Lesotho"],
  ["The peso is what country's currency?", "Cuba", "The peso is what country's currency: Cuba"],
  ["Which country used to be called Siam?", "Thailand", "Thailand used to be called Siam"],
  ["Who ran for president in 1912?", "Eugene V. Debs", "Eugene V. Debs ran for president in 1912"],
  ["Which university does Ann belong to?", "Oxford", "Ann belongs to Oxford"],
  [
    "What party did Roosevelt belong to?",
    "the Bull Moose Party",
    "Roosevelt belonged to the Bull Moose Party",
  ],
  ["Which school did Ann squander?", "Oxford", "Which school did Ann squander: Oxford"],
  [
    "What event caused Menzies to become Prime Minister?",
    "a death",
    "a death caused Menzies to become Prime Minister",
  ],
  ["When did Carl Boese die?", "6 July 1958", "Carl Boese died on 6 July 1958"],
  ["When did Jerome Storm die?", "July 10, 1958", "Jerome Storm died on July 10, 1958"],
  ["What year did Jerome Storm die?", "1958", "Jerome Storm died in 1958"],
  ["When was Simone Bolelli born?", "October 1985", "Simone Bolelli was born in October 1985"],
  ["In which year was Hector Berlioz born?", "1803", "Hector Berlioz was born in 1803"],
  ["Where is Alice River located?", "in Queensland", "Alice River is located in Queensland"],
  ["In which ocean is Mauritius?", "Indian Ocean", "Mauritius is in Indian Ocean"],
  [
    "In which country is Chimborazo the highest point?",
    "Ecuador",
    "Chimborazo is the highest point in Ecuador",
  ],
  [
    "Which sports team is Adam Hammill a member of?",
    "Barnsley",
    "Adam Hammill is a member of Barnsley",
  ],
  [
    "What is Nelson River a tributary of?",
    "Hudson's Bay",
    "Nelson River is a tributary of Hudson's Bay",
  ],
  [
    "Who died earlier, Jerome Storm or Charles Miller?",
    "Jerome Storm",
    "Jerome Storm died earlier",
  ],
  ["Who is Henrik Selberg's father?", "Ole Selberg", "Henrik Selberg's father is Ole Selberg"],
  ["What is the king's name?", "Harald V", "the king's name is Harald V"],
  ["With which currency do you pay in Ukraine?", "hryvnia", "you pay in Ukraine with hryvnia"],
  ["With what do people pay in Ukraine?", "hryvnia", "With what do people pay in Ukraine: hryvnia"],
  ["With what money do people pay in Ukraine?", "hryvnia", "people pay in Ukraine with hryvnia"],
  ["In which city does Ann Hui live?", "Hong Kong", "Ann Hui lives in Hong Kong"],
  ["How many reactors are there in France?", "57", "there are 57 reactors in France"],
  ["Which river of Asia is longest?", "Yangtze", "Which river of Asia is longest: Yangtze"],
  ["Which river runs through Vienna?", "the Danube", "the Danube runs through Vienna"],
  ["", "x", "x"],
])("%s %s", (question, answer, said) => {
  expect(statement(question, answer)).toBe(said);
});
