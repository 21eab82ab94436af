import { describe, expect, it } from "vitest";
import { isOfWrongKind } from "./asked-value.ts";

describe("a value of the wrong kind", () => {
  it.each([
    ["What is the population of Ukraine?", "704 km, Poland 699 km, Slovakia 241 km"],
    ["What is the population of France?", "551,500 sq km"],
    ["What is the population of France?", "Paris"],
    ["How many people live in Kenya?", "99.5%"],
    ["What is the total area of Estonia?", "333 km"],
    ["What is the area of Estonia?", "Tallinn"],
    ["How long is the coastline of Chile?", "756,102 sq km"],
    ["When did Estonia become independent?", "45,228 sq km"],
    ["Who is the president of France?", "68,512,806"],
    ["Who wrote it?", "704 km"],
    ["Where was he born?", "1946"],
  ])("%s %s", (question, value) => expect(isOfWrongKind(question, value)).toBe(true));
});

describe("a value that may be right", () => {
  it.each([
    ["What is the population of France?", "68,512,806 (2025 est.)"],
    ["What is the population of Pitcairn?", "fifty"],
    ["What is the population of the world?", "8.1 billion"],
    ["What is the population of Baker Island?", "uninhabited"],
    ["What is the population of Ukraine?", "35,661,826; male 48%, border 704 km"],
    ["What is the population of Vatican City?", "no indigenous inhabitants"],
    ["What is the total area of Estonia?", "45,228"],
    ["What is the total area of Estonia?", "45,228 sq km (land: 42,388 sq km)"],
    ["What is the area of Monaco?", "2 km²"],
    ["How long is the coastline of Chile?", "6,435 km"],
    ["When did Estonia become independent?", "20 August 1991"],
    ["When was it?", "after the war"],
    ["When was it?", "44 BC"],
    ["Who sang “In da Club”?", "50 Cent"],
    ["Who directed it?", "the Wachowskis"],
    ["Where does the prime minister live?", "10 Downing Street"],
    ["Which is larger, the population of Mali or Chad?", "Mali"],
    ["What is the population density of France?", "Paris"],
    ["Which country borders Ukraine?", "Poland 498 km"],
    ["What is the population of France?", ""],
  ])("%s %s", (question, value) => expect(isOfWrongKind(question, value)).toBe(false));
});
