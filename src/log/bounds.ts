/**
 * Bounds for the figures of logs, rows and reports. A file can hold any number; one outside these
 * would break views that show it as a date, a time or a count.
 */
import * as z from "zod/mini";

/** The end of the year 9999: later dates have no usual form, and from 8.64e15 on none at all. */
const lastEpochMs = 253_402_300_799_999;

/** Milliseconds since 1970. */
export const epochMs = z.number().check(z.gte(0), z.lte(lastEpochMs));

/** 300 years; negative if a clock was set back. */
const longestMs = 1e13;

/** Durations in milliseconds and in seconds. */
export const milliseconds = z.number().check(z.gte(-longestMs), z.lte(longestMs));
export const seconds = z.number().check(z.gte(-longestMs / 1000), z.lte(longestMs / 1000));

/** US dollars; the sum of a million such figures can still be written as a number. */
export const dollars = z.number().check(z.gte(-1e12), z.lte(1e12));

/** Sums of many such counts are exact. */
export const count = z.int().check(z.gte(0), z.lte(1e12));

export const id = z.string().check(z.maxLength(1_000));

/** Nested steps in a reasoning tree: far more than any method makes, few enough to draw. */
export const deepestTree = 1_000;
