/** Wording of the fields people ask about most. */

import type { Clause } from "../pack.ts";
import { allParts, clause, noteOf, type Say } from "./clause.ts";
import { type FieldNode, textOf } from "./profile.ts";

/** "Estonia is located in Eastern Europe, bordering the Baltic Sea …" */
export function sayLocation(node: FieldNode, name: string): Clause[] {
  const own = textOf(node);
  // France with its overseas regions has several locations.
  const isOne = own && !/^[^,]*: /.test(own);
  return isOne
    ? clause(`${capitalised(name)} is located in`, calmStart(own))
    : clause(`Location of ${name}:`, allParts(node));
}

export function sayArea(node: FieldNode, name: string): Clause[] {
  const total = textOf(node, "total");
  if (!total) return clause(`Area of ${name}:`, allParts(node));
  const rest = allParts(node, { skip: /^total$/ });
  return clause(`The total area of ${name} is`, rest ? `${total} (${rest})` : total);
}

/** "Estonia has land borders with Latvia 333 km. Land boundaries: total: 657 km." */
export function sayBorders(node: FieldNode, name: string): Clause[] {
  const rest = allParts(node, { skip: /^border countries$/ });
  return [
    ...clause(`${capitalised(name)} has land borders with`, textOf(node, "border countries")),
    ...clause("Land boundaries:", rest),
  ];
}

/** "Kilimanjaro (highest point in Africa) 5,895 m": the height belongs after the name. */
const remarkFirst = /^([^()]+) (\([^()]*\)) (-?[\d,]+ m)$/;

export function sayElevation(node: FieldNode, name: string): Clause[] {
  const point = (part: string) => textOf(node, part).replace(remarkFirst, "$1 $3 $2");
  return [
    ...clause(`The highest point of ${name} is`, point("highest point")),
    ...clause("The lowest point is", point("lowest point")),
    ...clause("Mean elevation:", textOf(node, "mean elevation")),
    ...noteOf(node),
  ];
}

export function sayPopulation(node: FieldNode, name: string): Clause[] {
  const total = textOf(node, "total");
  if (!total) return clause(`The population of ${name} is`, allParts(node));
  return [
    ...clause(`The population of ${name} is`, total),
    ...clause("Population by sex:", allParts(node, { only: /^(fe)?male$/ })),
    ...noteOf(node),
  ];
}

/** Time zone and coordinates follow. */
export function sayCapital(node: FieldNode, name: string): Clause[] {
  const named = node.find(({ part }) => part === "name");
  const full = named ? named.values.join("; ") : textOf(node);
  const [city = "", ...notes] = full.split(/;? ?note - /);
  const place = textOf(node, "geographic coordinates");
  const time = textOf(node, "time difference");
  return [
    ...capitals(city.replace(/;$/, ""), name),
    ...clause("Note:", notes.join("; ")),
    ...noteOf(node),
    ...clause("Coordinates of the capital:", place && `${place}; time zone ${time}`),
  ];
}

/** Bolivia has two and South Africa three, each with its function. */
function capitals(text: string, name: string): Clause[] {
  const cities = text.split(/(?<=\))[;,] /);
  const areSeveral = cities.length > 1 && cities.every((city) => city.endsWith(" capital)"));
  if (!areSeveral) return clause(`The capital of ${name} is`, text);
  const list = `${cities.slice(0, -1).join(", ")} and ${cities.at(-1)}`;
  return clause(`The capitals of ${name} are`, list);
}

export function sayCountryName(node: FieldNode, name: string): Clause[] {
  const long = textOf(node, "conventional long form");
  const local = [textOf(node, "local long form"), textOf(node, "local short form")]
    .filter((form) => form && form !== long && form !== name)
    .join("; ");
  return [
    ...clause(`The official name of ${name} is`, long),
    ...clause("Local name:", local),
    ...clause("Former names:", textOf(node, "former")),
    ...clause("Abbreviation:", textOf(node, "abbreviation")),
    ...noteOf(node),
  ];
}

/** Says why if there is no date. */
export function sayIndependence(node: FieldNode, name: string): Clause[] {
  const text = allParts(node);
  const dated = !/^(none|no official)/.test(text);
  return clause(dated ? `${capitalised(name)} became independent:` : "Independence:", text);
}

/** "The chief of state of Estonia is President Alar Karis (since 11 October 2021)." */
export function sayLeaders(node: FieldNode, name: string): Clause[] {
  return [
    ...clause(`The chief of state of ${name} is`, textOf(node, "chief of state")),
    ...clause(`The head of government of ${name} is`, textOf(node, "head of government")),
    ...clause("", textOf(node)),
    ...noteOf(node),
  ];
}

export function sayElections(node: FieldNode, name: string): Clause[] {
  const last = textOf(node, "most recent election date");
  return [
    ...clause(`The last election of the executive of ${name} was:`, last),
    ...clause("Next election:", textOf(node, "expected date of next election")),
  ];
}

export function sayParliament(node: FieldNode, name: string): Clause[] {
  return [
    ...clause(`The parliament of ${name} is`, textOf(node, "legislature name")),
    ...sayChamber("Parliament")(node, name),
  ];
}

export function sayChamber(label: string): Say {
  return (node) => {
    const seats = textOf(node, "number of seats");
    const parts = [
      textOf(node, "chamber name"),
      seats && `${seats.replace(/^(\d[\d,]*)/, "$1 seats")}`,
      after("last election:", textOf(node, "most recent election date")),
      after("next election:", textOf(node, "expected date of next election")),
    ];
    return clause(`${label}:`, parts.filter(Boolean).join("; "));
  };
}

/** "The largest export partners of Estonia are Finland 16%, Latvia 13% …" */
export function sayPartners(trade: "export" | "import"): Say {
  return (node, name) => clause(`The largest ${trade} partners of ${name} are`, allParts(node));
}

/** The source has the number first: "454,000 TALLINN (capital)". */
export function sayCities(node: FieldNode, name: string): Clause[] {
  const turned = node.map((fact) => {
    const cities = fact.values.map((city) =>
      city.replace(/^([\d.,]+(?: million)?) (.+)$/, "$2 $1"),
    );
    return { ...fact, values: [cities.join("; ")] };
  });
  return clause(`Major cities of ${name}:`, allParts(turned));
}

export function sayCurrency(node: FieldNode, name: string): Clause[] {
  const named = textOf(node, "Currency");
  const currency = named.replace(/ per US dollar.*$/, "");
  if (!currency) return clause("Exchange rates:", allParts(node));
  const rate = textOf(node);
  const value = rate ? `${currency}; one US dollar is worth ${rate}` : currency;
  return [...clause(`The currency of ${name} is`, value), ...noteOf(node)];
}

/** "Electricity of France by source, of total installed capacity: fossil fuels 7.9% …" */
export function saySources(node: FieldNode, name: string): Clause[] {
  const shares = allParts(node).replaceAll(": ", " ").replaceAll(";", ",");
  return clause(`Electricity of ${name} by source, of total installed capacity:`, shares);
}

export function sayNuclear(node: FieldNode, name: string): Clause[] {
  const running = textOf(node, "Number of operational nuclear reactors");
  const built = textOf(node, "Number of nuclear reactors under construction");
  const share = textOf(node, "Percent of total electricity production");
  return [
    ...clause(`Operational nuclear reactors of ${name}:`, running),
    ...clause("Nuclear reactors under construction:", built),
    ...clause("Nuclear share of electricity production:", share),
  ];
}

/** "World Heritage Sites of Estonia: 2 (both cultural). Among them: …" */
export function sayHeritage(node: FieldNode, name: string): Clause[] {
  const total = textOf(node, "total World Heritage Sites");
  const sites = textOf(node, "selected World Heritage Site locales");
  return [
    ...clause(`Number of World Heritage Sites of ${name}:`, total),
    ...clause(`World Heritage Sites of ${name}:`, sites.replace(/ \([cnm]\)/g, "")),
  ];
}

export function sayAnthem(node: FieldNode): Clause[] {
  return clause("National anthem:", allParts(node).replace(/^title:/, "name:"));
}

/** "Internet users of Estonia: 93% of the population (2023 est.)." */
export function sayPart(lead: (name: string) => string, part?: string): Say {
  return (node, name) => clause(lead(name), textOf(node, part));
}

function after(label: string, text: string): string {
  return text && `${label} ${text}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Avoids "in Island in the …"; directions and regions keep their capital. */
function calmStart(text: string): string {
  return text.replace(/^(Island|Islands|Archipelago|Group|Body)\b/, (word) => word.toLowerCase());
}
