import { expect, it } from "vitest";
import { matching } from "./matching.ts";

const entry = (title: string, ...others: string[]) => ({ key: title, title, others });
const entries = [
  entry("Burma", "Myanmar"),
  entry("Cote d'Ivoire", "Côte d'Ivoire", "Ivory Coast"),
  entry("Equatorial Guinea"),
  entry("Guinea"),
  entry("Guinea-Bissau"),
  entry("Sao Tome and Principe"),
  entry("Timor-Leste", "East Timor"),
];

it.each([
  ["", entries.map(({ title }) => title)],
  ["  ", entries.map(({ title }) => title)],
  ["myan", ["Burma"]],
  ["burma", ["Burma"]],
  ["CÔTE D’IV", ["Cote d'Ivoire"]],
  ["são tomé", ["Sao Tome and Principe"]],
  ["timor leste", ["Timor-Leste"]],
  ["timor e", ["Timor-Leste"]],
  ["guinea", ["Guinea", "Guinea-Bissau", "Equatorial Guinea"]],
  ["bissau guinea", ["Guinea-Bissau"]],
  ["nowhere", []],
])("%j finds %j", (search, titles) => {
  expect(matching(entries, search).map(({ title }) => title)).toEqual(titles);
});
