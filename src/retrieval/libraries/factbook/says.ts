/** Fields which deserve a sentence of their own, because they are what people ask about. */

import type { Clause } from "../pack.ts";
import { allParts, clause, noteOf, type Say } from "./clause.ts";
import { calmCapitals } from "./names.ts";
import { type FieldNode, newest, textOf } from "./profile.ts";

/** "Estonia is located in Eastern Europe, bordering the Baltic Sea …" */
export function sayLocation(node: FieldNode, name: string): Clause[] {
  const own = textOf(node);
  return own
    ? clause(`${capitalised(name)} is located in`, calmStart(own))
    : clause(`Location of ${name}:`, allParts(node));
}

/** "The total area of Estonia is 45,228 sq km (land: …; water: …)." */
export function sayArea(node: FieldNode, name: string): Clause[] {
  const total = textOf(node, "total");
  if (!total) return clause(`Area of ${name}:`, allParts(node));
  const rest = allParts(node, { skip: /^total$/ });
  return clause(`The total area of ${name} is`, rest ? `${total} (${rest})` : total);
}

/** "Estonia borders Latvia (333 km) and Russia (324 km). Land boundaries: 657 km in all." */
export function sayBorders(node: FieldNode, name: string): Clause[] {
  const countries = textOf(node, "border countries");
  // The profile of France kept only the border countries of its overseas region.
  const subject = node["French Guiana - total"] ? "French Guiana (France)" : capitalised(name);
  const rest = allParts(node, { skip: /^border countries$/ });
  return [
    ...clause(`${subject} has land borders with`, countries),
    ...clause("Land boundaries:", rest),
  ];
}

/** "The highest point of Estonia is Suur Munamagi 318 m. The lowest point is Baltic Sea 0 m." */
export function sayElevation(node: FieldNode, name: string): Clause[] {
  const rest = allParts(node, { skip: /^(lowest|highest) point$|^note$/ });
  return [
    ...clause(`The highest point of ${name} is`, textOf(node, "highest point")),
    ...clause("The lowest point is", textOf(node, "lowest point")),
    ...clause("Elevations:", rest),
    ...noteOf(node),
  ];
}

/** "The population of Estonia is 1,265,420 (July 2015 est.)." */
export function sayPopulation(node: FieldNode, name: string): Clause[] {
  return clause(`The population of ${name} is`, allParts(node));
}

/** "The capital of Estonia is Tallinn." The clock and the map only after it. */
export function sayCapital(node: FieldNode, name: string): Clause[] {
  const full = textOf(node, "name") || textOf(node);
  const [city = "", ...notes] = full.split(/;? ?note - /);
  const place = textOf(node, "geographic coordinates");
  const time = textOf(node, "time difference").replace(/ \(.*$/, "");
  return [
    ...clause(`The capital of ${name} is`, city.replace(/;$/, "")),
    ...clause("Note:", notes.join("; ")),
    ...clause("Coordinates of the capital:", place && `${place}; time zone ${time}`),
    ...noteOf(node),
  ];
}

/** "Its official name is Republic of Estonia, in its own language Eesti Vabariik (Eesti)." */
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

/** "Estonia became independent: 20 August 1991 (declared)"; or why it has no such day. */
export function sayIndependence(node: FieldNode, name: string): Clause[] {
  const text = allParts(node);
  const dated = !/^(none|no official)/.test(text);
  return clause(dated ? `${capitalised(name)} became independent:` : "Independence:", text);
}

/** "The chief of state of Estonia is President Toomas Hendrik Ilves (since 9 October 2006)." */
export function sayLeaders(node: FieldNode, name: string): Clause[] {
  const part = (key: string) => calmCapitals(textOf(node, key));
  return [
    ...clause(`The chief of state of ${name} is`, part("chief of state")),
    ...clause(`The head of government of ${name} is`, part("head of government")),
    ...noteOf(node),
  ];
}

/** How the leaders are chosen, and the last result. */
export function sayElections(node: FieldNode): Clause[] {
  const chosen = textOf(node, "elections/appointments") || textOf(node, "elections");
  return [
    ...clause("Elections and appointments:", chosen),
    ...clause("Last election:", textOf(node, "election results")),
  ];
}

/** "The largest export partners of Estonia are Sweden 18.5%, Finland 15.8% …" */
export function sayPartners(trade: "export" | "import"): Say {
  return (node, name) => clause(`The largest ${trade} partners of ${name} are`, allParts(node));
}

/** "The major cities of Estonia are Tallinn (capital) 391,000 (2015)." */
export function sayCities(node: FieldNode, name: string): Clause[] {
  return clause(`Major cities of ${name}:`, calmCapitals(allParts(node)));
}

/** "The currency of Estonia is euros (EUR); 0.7489 per US dollar (2014 est.)." */
export function sayCurrency(node: FieldNode, name: string): Clause[] {
  const text = textOf(node);
  const [, currency, rates = ""] = /^(.*?) per US dollar[\s;:-]*(.*)$/.exec(text) ?? [];
  if (!currency) return clause("Exchange rates:", allParts(node));
  const rate = rates.split(";")[0]?.trim() ?? "";
  const value = rate ? `${currency}; one US dollar is worth ${rate}` : currency;
  return clause(`The currency of ${name} is`, value);
}

/** "The country calling code of Estonia is 372." – the one fact of a long field that people ask for. */
export function sayCallingCode(node: FieldNode, name: string): Clause[] {
  const international = textOf(node, "international") || textOf(node);
  const code = /country codes? ?-+ ?([\d-]+\d|\d)/.exec(international)?.[1] ?? "";
  return clause(`The telephone country code of ${name} is`, code);
}

/** Only the newest entry of a series. */
export function sayNewest(
  lead: (name: string) => string,
): (node: FieldNode, name: string) => Clause[] {
  return (node, name) => clause(lead(name), newest(node));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "in Island in the …" reads badly; directions and regions keep their capital. */
function calmStart(text: string): string {
  return text.replace(/^(Island|Islands|Archipelago|Group|Body)\b/, (word) => word.toLowerCase());
}
