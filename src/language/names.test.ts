import { describe, expect, it } from "vitest";
import { factbookWords } from "../retrieval/libraries/factbook/words.ts";
import { english } from "./english/english.ts";

const { holdsName } = english(factbookWords);

const apart = [
  ["Niger", "Nigeria"],
  ["Niger", "Nigerian"],
  ["Guinea", "Guinea-Bissau"],
  ["Guinea", "Equatorial Guinea"],
  ["Guinea", "Papua New Guinea"],
  ["Guinea-Bissau", "Equatorial Guinea"],
  ["Dominica", "Dominican Republic"],
  ["Republic of the Congo", "Democratic Republic of the Congo"],
  ["the Republic of the Congo", "the Democratic Republic of Congo"],
  ["Oman", "Romania"],
  ["Mali", "Somalia"],
  ["Sudan", "South Sudan"],
  ["Samoa", "American Samoa"],
  ["India", "the Indian Ocean"],
  ["India", "Indiana"],
  ["Georgia", "South Georgia"],
  ["Ireland", "Northern Ireland"],
] as const;

const alike = [
  ["François Hollande", "Francois Hollande"],
  ["Francois Hollande", "FRANÇOIS HOLLANDE"],
  ["The Netherlands", "the netherlands"],
  ["Gambia", "The Gambia"],
  ["Tromsø", "Tromso"],
  ["São Tomé", "sao tome"],
  ["İstanbul", "Istanbul"],
  ["Αθήνα", "Αθηνα"],
  ["Timor-Leste", "Timor Leste"],
  ["Hollande", "François Hollande"],
  ["Estonia", "Estonian"],
  ["Niger", "Niger's capital"],
  ["language", "languages"],
  ["Guinea", "Guinea and Equatorial Guinea"],
  ["Burma", "Myanmar"],
  ["Myanmar", "Burma"],
  ["Türkiye", "Turkey"],
  ["北京", "中国北京市"],
  ["1990", "1990–1994"],
  ["", "anything"],
] as const;

describe("a text holds a name", () => {
  it.each(apart)("not %s where it says %s, nor the other way round", (name, text) => {
    expect(holdsName(text, name)).toBe(false);
    expect(holdsName(name, text)).toBe(false);
    expect(holdsName(`It is ${text}.`, name)).toBe(false);
  });

  it.each(alike)("%s where it says %s", (name, text) => {
    expect(holdsName(text, name)).toBe(true);
    expect(holdsName(`In ${text}, too`, name)).toBe(true);
  });
});

it("only a library that tells of them knows two names of one place", () => {
  expect(english({ aliases: [], quantities: [] }).holdsName("Myanmar", "Burma")).toBe(false);
});
