/** Bounds controls, files, flags and runs. `runSettings` is wider, so that any log opens. */
import * as z from "zod/mini";
import { type Price, price, type RunSettings, runSettings } from "./types.ts";

export interface Bounds {
  min: number;
  max: number;
  /** A whole number if `whole`. */
  step: number;
  whole: boolean;
}

/** Every number in settings must have bounds here. */
type NumberPath<T> = {
  [K in keyof T & string]: T[K] extends number
    ? K
    : T[K] extends object
      ? `${K}.${NumberPath<T[K]>}`
      : never;
}[keyof T & string];
type SharedNumber = NumberPath<Omit<RunSettings, "prompts" | "rival">>;
/** `rival.NAME` is the method's own. */
export type SettingNumber = SharedNumber | `rival.${string}`;

export type OwnBounds = Readonly<Record<`rival.${string}`, Bounds>>;

export const share: Bounds = { min: 0, max: 1, step: 0.05, whole: false };

function counted(min: number, max: number, step = 1): Bounds {
  return { min, max, step, whole: true };
}

export const settingBounds: Readonly<Record<SharedNumber, Bounds>> = {
  "gate.threshold": share,
  "filter.threshold": share,
  "fallback.maxDepth": counted(0, 5),
  "answer.passages": counted(1, 50),
  "answer.maxTokens": counted(200, 8000, 100),
  evidenceThreshold: share,
  maxRounds: counted(0, 20),
  historyTokens: counted(0, 16_000, 100),
  confidenceThreshold: share,
  rougeThreshold: share,
  decisionThreshold: share,
  duplicateThreshold: share,
  "retrieval.k": counted(1, 20),
  "retrieval.rrfK": { min: 0, max: 1000, step: 1, whole: false },
  "retrieval.bm25.k1": { min: 0, max: 10, step: 0.1, whole: false },
  "retrieval.bm25.b": share,
};

/** In US dollars, per million tokens, per 1,000 searches, and for the cap. */
export const priceBounds: Bounds = { min: 0, max: 100_000, step: 0.01, whole: false };
export const searchPriceBounds: Bounds = { min: 0, max: 1000, step: 0.01, whole: false };
export const capBounds: Bounds = { min: 0, max: 10_000, step: 0.01, whole: false };
/** With 0 the engine chooses. */
export const threadBounds = counted(0, 32);

export function isWithin(value: number, { min, max, whole }: Bounds): boolean {
  return value >= min && value <= max && (!whole || Number.isInteger(value));
}

export function bounded(bounds: Bounds) {
  return z.number().check(z.refine((value) => isWithin(value, bounds)));
}

/** A log may hold any price. */
export const boundedPrice = z.extend(price, {
  inputPerMillion: bounded(priceBounds),
  outputPerMillion: bounded(priceBounds),
  cachedInputPerMillion: z.nullable(bounded(priceBounds)),
} satisfies Partial<Record<keyof Price, unknown>>);

export interface OutOfBounds {
  path: SettingNumber;
  value: number;
  bounds: Bounds;
}

/** Returns numbers that no control could have produced; `own` holds the method's bounds. */
export function outOfBounds(settings: RunSettings, own: OwnBounds = {}): OutOfBounds[] {
  const shared = boundedPaths.map((path) => ({ path, bounds: settingBounds[path] }));
  const declared = (Object.keys(own) as (keyof OwnBounds)[]).flatMap((path) => {
    const bounds = own[path];
    // A missing number has the method's initial value.
    const isTold = settings.rival[path.slice("rival.".length)] !== undefined;
    return bounds === undefined || !isTold ? [] : [{ path, bounds }];
  });
  return [...shared, ...declared].flatMap(({ path, bounds }) => {
    const value = numberAt(settings, path.split("."));
    return isWithin(value, bounds) ? [] : [{ path, value, bounds }];
  });
}

export const boundedSettings = runSettings.check((payload) => {
  for (const { path } of outOfBounds(payload.value)) {
    const input = payload.value;
    payload.issues.push({ code: "custom", path: path.split("."), message: "out of bounds", input });
  }
});

/** Moves each number to the nearest allowed one. */
export function withinBounds(settings: RunSettings, own: OwnBounds = {}): RunSettings {
  const outside = outOfBounds(settings, own);
  if (outside.length === 0) return settings;
  const changed = outside.reduce<unknown>(
    (before, { path, value, bounds }) =>
      withNumber(before, path.split("."), nearest(value, bounds)),
    settings,
  );
  return runSettings.parse(changed);
}

export function nearest(value: number, { min, max, whole }: Bounds): number {
  const inside = Math.min(Math.max(value, min), max);
  return whole ? Math.round(inside) : inside;
}

const boundedPaths = Object.keys(settingBounds) as SharedNumber[];
const fields = z.record(z.string(), z.unknown());

function numberAt(value: unknown, [first, ...rest]: readonly string[]): number {
  if (first === undefined) return Number(value);
  return numberAt(
    typeof value === "object" && value !== null ? Reflect.get(value, first) : null,
    rest,
  );
}

function withNumber(value: unknown, [first, ...rest]: readonly string[], next: number): unknown {
  if (first === undefined) return next;
  const parts = fields.parse(value);
  return { ...parts, [first]: withNumber(parts[first], rest, next) };
}
