/** Which of the source's fields are facts, and how to read them. */

export type Kind =
  /** A short value, or statements separated by semicolons. */
  | "statements"
  /** Names or shares separated by commas. */
  | "names"
  /** The same figure for several years; the newest is kept. */
  | "series"
  | "offices";

/** Omitted on purpose: long prose, addresses and duplicates of other sections. */
export const leftOut: readonly RegExp[] = [
  /^Introduction\//,
  /^Geography\/(Map references|Geographic overview|Area - rankings|Wonders of the World)\b/,
  /^Geography\/Population distribution\b/,
  /^Environment\/(Climate|Land use|Urbanization|World biomes)\b/,
  /^Environment\/(International environmental agreements|Methane emissions|Waste and recycling)\b/,
  /^Communications\/Broadcast media\b/,
  /^Space\/Space program overview\b/,
  /\/(other alcohols|beer|wine|spirits|potential support ratio|scope of elections)$/,
  /^Economy\/(Average household expenditures|Household income|GDP - composition, by end use)\b/,
  /^Economy\/(Industrial production growth rate|Current account balance)\b/,
  /^Environment\/(Total water withdrawal|Total renewable water resources|Particulate matter)/,
  /^Environment\/Carbon dioxide emissions\/(?!total)/,
  /^Geography\/(Maritime claims|Major watersheds|Major aquifers)/,
  /^Geography\/Land use\/(other|agricultural land: permanent)/,
  /^Government\/(Political parties|Diplomatic representation|International law|Judicial branch)/,
  /^Government\/Citizenship\/(?!dual|citizenship by birth)/,
  /^Government\/Legislative branch.*\/electoral system$/,
  /^Government\/National anthem\(s\)\/(history|note)$/,
  /^Government\/Capital\/daylight/,
  /^People and Society\/(Drinking water|Sanitation|Currently married|Sex ratio)/,
  /^People and Society\/(Infant mortality rate|Median age|School life.*|Tobacco use)\/(?:fe)?male$/,
  /^Economy\/Youth unemployment.*\/(?:fe)?male$/,
  /national budget\)$/,
  /subscriptions per 100 inhabitants$/,
  /^Energy\/(Coal|Natural gas|Electricity)\/(exports|imports)$/,
  /^Transportation\/Civil aircraft/,
  /^Communications\/(Telephones - fixed lines|Broadband)/,
  /^Government\/Legislative branch.*\/(legislative structure|percentage of women.*)$/,
  /^Government\/Country name\/conventional short form$/,
  /^People and Society\/(Obesity|Children under|Alcohol|Mother's mean age|Hospital bed)/,
  /^Economy\/(Remittances|Taxes and other revenues|Debt - external)/,
  /^Environment\/Environmental issues/,
  /^Geography\/Geography - note/,
  /^Government\/(Legal system|Legislative branch - .*\/(term in office|expected.*))/,
  /^Government\/Legislative branch.*\/parties elected/,
  /^(Geography\/Irrigated land|People and Society\/Urbanization\/rate)/,
  /^Transnational Issues\/Trafficking/,
  /^Government\/Executive branch\/(election\/appointment process|election results|elections\/appointments)$/,
  /^Transportation\/(Heliports|Merchant marine\/by type)/,
  /^Energy\/(Electricity access\/.*areas|.*\/transmission)/,
  /\/(etymology|amendment process|amendments|cabinet|time zone note)$/,
  /\/(chancery|telephone|FAX|email address and website|consulate.*|embassy|mailing address|.*offices?\b.*)$/,
  /\/major-language sample/,
  /\/(judge selection and term of office|subordinate courts)$/,
  /^Government\/(National coat of arms|Government - note)\b/,
  /^Military and Security\/(Military - note|Military deployments|Military equipment inventories.*)/,
  /^Geography\/Terrain\/top ten/,
  /^Terrorism\/.*\/note$/,
  /^Economy\/.*\/note$/,
  /^People and Society\/(People - note|Demographic profile|Population distribution)\b/,
  /^People and Society\/(Dependency ratios|Age structure|Child marriage|Gross reproduction rate)/,
  /^Transportation\/Ports\/(?!total ports|key ports)/,
];

/** Notes with facts people ask for; the others explain how a figure was made. */
export const notesKept =
  /^(Government\/(Capital|Country name|Executive branch|Government type|Independence|Administrative divisions|Dependent areas|National holiday)|Geography\/(Land boundaries|Area)|People and Society\/(Languages|Population|Ethnic groups|Religions)|Economy\/Exchange rates)$/;

const names =
  /^(Geography\/Natural resources|People and Society\/(Ethnic groups|Languages|Religions|Major urban areas - population)|Government\/(Administrative divisions|Dependent areas|International organization participation|National symbol\(s\)|National color\(s\))|Economy\/(Agricultural products|Industries|Exports - partners|Exports - commodities|Imports - partners|Imports - commodities)|Military and Security\/Military and security forces|Transportation\/(Ports|Merchant marine))$/;

const offices = /^(chief of state|head of government|chief of mission|state counsellor)$/;

/** The kind of a value by its field ("Section/Field") and part. */
export function kindOf(field: string, part: string): Kind {
  if (offices.test(part)) return "offices";
  if (/ (?:19|20)\d\d$/.test(part)) return "series";
  return names.test(field) ? "names" : "statements";
}

/** Fields that write surnames in capitals: "Emmanuel MACRON". */
export const shoutsNames =
  /^(Government\/(Executive branch|National anthem\(s\)|Independence)|People and Society\/Major urban areas - population)$/;

/**
 * Whether a final year in brackets dates the value; in the other fields it says when something
 * began.
 */
export function isDated(field: string): boolean {
  return !/^(Government\/(?!Legislative)|Space\/Key)/.test(field);
}
