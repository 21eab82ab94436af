import { bytes, count, plural } from "../../../ui-kit/text/format.ts";

export const toolsText = {
  title: "Search services",
  help: "Beside the library, a step can be looked up elsewhere. Its search words then leave this device, to the address shown; nothing else does.",
  kind: "Kind of service",
  add: "Add this service",
  name: "Name",
  address: "Address",
  template: "Address with {query}",
  templateHint: "for example https://search.example/find?q={query}&n={k}",
  key: "Key",
  keyHelp: "Kept in memory and sent to this service only.",
  remember: "Remember the services' keys in this browser",
  rememberHelp:
    "They are then stored in plain text where any script of this address could read them.",
  price: "Price, in dollars per 1,000 searches",
  priceUnknown: "Empty means unknown: its cost then shows as —.",
  remove: "Remove",
  use: "Use for searches",
  inUse: "Searches go here now.",
  unfinished: "Not finished: it cannot be used yet.",
  keyInAddress:
    "The address contains a key. Write {key} instead and put the key in its own field: addresses are stored in plain text.",
  keyOutOfPlace: (place: string) =>
    `Write {key} in ${place} where the key belongs, and the key in its own field: the value is stored as it is.`,
  notRight: (field: string) => `Not right yet: ${field}. It cannot be used so.`,
  test: "Test with one search",
  testing: "Searching…",
  testOk: (passages: number, milliseconds: number, sent: number, received: number) =>
    `${plural(passages, "passage", "passages")} in ${count(Math.round(milliseconds))} ms; ${bytes(sent)} left this device, ${bytes(received)} came back.`,
};
