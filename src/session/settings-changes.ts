import { type Price, type Tier, tier as tiers } from "../log/types.ts";
import { originOf } from "../models/bound-key.ts";
import { type Preferences, serverOf } from "./preferences.ts";
import { tightenImported } from "./taken-settings.ts";
import type { StoredTool } from "./tools.ts";

export type Value = string | number | boolean | null;

/** `what` is a path such as "run.maxRounds", "caps.perDayUsd", "large.model". */
export interface ValueChange {
  what: string;
  from: Value;
  to: Value;
}

export type DestinationLine =
  /** `was` is "" for none. */
  | { kind: "questions"; tier: Tier; was: string }
  | { kind: "questions-leave"; tier: Tier }
  | { kind: "server"; change: ValueChange }
  /** `was` is "" for none. */
  | { kind: "searches"; title: string; was: string }
  | { kind: "searches-leave"; title: string }
  | { kind: "tool"; title: string; change: ValueChange };

export interface Destination {
  /** Such as "https://api.example"; "" if none. */
  origin: string;
  lines: DestinationLine[];
}

export interface SettingsChanges {
  /** Puts new origins first. */
  destinations: readonly Destination[];
  money: readonly ValueChange[];
  privacy: ValueChange | null;
  stages: readonly ValueChange[];
  prompts: readonly { id: string; to: "changed" | "published" }[];
  rest: readonly ValueChange[];
  /** A file may not set these; `from` is the file's. */
  left: readonly ValueChange[];
}

/** Used where nobody entered a price. */
export interface TablePrices {
  now: Readonly<Record<Tier, Price | null>>;
  file: Readonly<Record<Tier, Price | null>>;
}

const nothingListed = { small: null, large: null };

export function changesOf(
  now: Preferences,
  file: Preferences,
  table: TablePrices = { now: nothingListed, file: nothingListed },
): SettingsChanges {
  const next = tightenImported(now, file);
  const { prompts: _promptsNow, privacy: _, ...runNow } = now.run;
  const { prompts: _promptsNext, privacy: __, ...runNext } = next.run;
  return {
    destinations: destinations(now, next),
    money: [
      ...differences("caps", now.caps, next.caps),
      ...differences("", { atCap: now.atCap }, { atCap: next.atCap }),
      ...tiers.options.flatMap((tier) =>
        differences(
          `${tier}.price`,
          figures(now, tier, table.now),
          figures(next, tier, table.file),
        ),
      ),
    ],
    privacy: differences("", { privacy: now.privacy }, { privacy: next.privacy })[0] ?? null,
    stages: differences("run", runNow, runNext),
    prompts: promptChanges(now, next),
    rest: differences("", restOf(now), restOf(next)),
    left: leftAsIs(now, next, file),
  };
}

export function isNothing(changes: SettingsChanges): boolean {
  return Object.values(changes).every((part) =>
    part === null || Array.isArray(part) ? (part?.length ?? 0) === 0 : false,
  );
}

function figures(preferences: Preferences, tier: Tier, table: TablePrices["now"]) {
  const price = serverOf(preferences, tier).price ?? table[tier];
  return {
    inputPerMillion: price?.inputPerMillion ?? null,
    outputPerMillion: price?.outputPerMillion ?? null,
    cachedInputPerMillion: price?.cachedInputPerMillion ?? null,
  };
}

function restOf(preferences: Preferences) {
  const { theme, library, small, referencePrice, large, rememberToolKeys } = preferences;
  const { modelId, device, threads, server } = small;
  return {
    theme,
    library,
    small: { modelId, device, threads, rememberKey: server.rememberKey },
    referencePrice,
    rememberKey: large.rememberKey,
    rememberToolKeys,
  };
}

function differences(path: string, from: object, to: object): ValueChange[] {
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) => {
    const [before, after]: unknown[] = [Reflect.get(from, name), Reflect.get(to, name)];
    const what = path === "" ? name : `${path}.${name}`;
    if (isObject(before) && isObject(after)) return differences(what, before, after);
    return before === after ? [] : [{ what, from: plainValue(before), to: plainValue(after) }];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function plainValue(value: unknown): Value {
  const plain = typeof value === "string" || typeof value === "number";
  return plain || typeof value === "boolean" ? value : null;
}

function destinations(now: Preferences, next: Preferences): Destination[] {
  const found = new Map<string, DestinationLine[]>();
  const add = (origin: string, line: DestinationLine) => {
    found.set(origin, [...(found.get(origin) ?? []), line]);
  };
  for (const tier of tiers.options) serverLines(now, next, { tier, add });
  for (const tool of next.tools) toolLines(now.tools.find(sameId(tool)), tool, add);
  for (const tool of now.tools) {
    if (next.tools.some(sameId(tool))) continue;
    add(originOf(tool.address), { kind: "searches-leave", title: tool.title });
  }
  const all = [...found].map(([origin, lines]) => ({ origin, lines }));
  const isNew = ({ lines }: Destination) =>
    lines.some(({ kind }) => kind === "questions" || kind === "searches");
  return [...all.filter(isNew), ...all.filter((one) => !isNew(one))];
}

type Add = (origin: string, line: DestinationLine) => void;

/** An unused server counts: one click would enable it. */
function serverLines(
  now: Preferences,
  next: Preferences,
  { tier, add }: { tier: Tier; add: Add },
): void {
  const originIn = (preferences: Preferences) => originOf(serverOf(preferences, tier).baseUrl);
  const [was, to] = [originIn(now), originIn(next)];
  if (was !== to) {
    if (to === "") add(was, { kind: "questions-leave", tier });
    else add(to, { kind: "questions", tier, was });
  }
  const shown = (preferences: Preferences) => {
    const { preset, baseUrl, model, organisation } = serverOf(preferences, tier);
    const at = tier === "small" ? { at: preferences.small.at } : {};
    return { preset, baseUrl, model, organisation, ...at };
  };
  for (const change of differences(tier, shown(now), shown(next))) {
    add(to === "" ? was : to, { kind: "server", change });
  }
}

function toolLines(before: StoredTool | undefined, tool: StoredTool, add: Add): void {
  const to = originOf(tool.address);
  const was = before === undefined ? "" : originOf(before.address);
  const { title } = tool;
  if (before === undefined || was !== to) add(to, { kind: "searches", title, was });
  for (const change of differences("tools", before ?? {}, tool)) {
    // For a new service, its address and price are enough.
    const tells = ["tools.address", "tools.usdPerThousand"].includes(change.what);
    if (before !== undefined || tells) add(to, { kind: "tool", title, change });
  }
}

function sameId({ id }: StoredTool): (other: StoredTool) => boolean {
  return (other) => other.id === id;
}

function promptChanges(now: Preferences, next: Preferences): SettingsChanges["prompts"] {
  const [from, to] = [now.run.prompts ?? {}, next.run.prompts ?? {}];
  const ids = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return ids.flatMap((id) => {
    if (JSON.stringify(from[id]) === JSON.stringify(to[id])) return [];
    return [{ id, to: Object.hasOwn(to, id) ? ("changed" as const) : ("published" as const) }];
  });
}

function leftAsIs(now: Preferences, next: Preferences, file: Preferences): ValueChange[] {
  const { caps, privacy } = file;
  const sensitive = differences("", { caps, privacy }, { caps: next.caps, privacy: next.privacy });
  // A lower cap or stricter level is taken; the others stay.
  return sensitive.filter(({ what, to }) => to === plainValue(pathIn(now, what)));
}

function pathIn(value: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inner, name) => (isObject(inner) ? Reflect.get(inner, name) : null), value);
}
