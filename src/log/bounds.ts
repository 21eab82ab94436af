/**
 * What figures of logs, rows and reports may be. A file can hold any number: one outside of these
 * would break every view that writes it as a date, a time or a count.
 */
import * as z from "zod/mini";

/** The end of the year 9999: later dates have no usual form, and from 8.64e15 on none at all. */
const lastEpochMs = 253_402_300_799_999;

/** Milliseconds since 1970. */
export const epochMs = z.number().check(z.gte(0), z.lte(lastEpochMs));

/** 300 years; below 0 where a clock was set back. */
const longestMs = 1e13;

/** How long something took, in milliseconds; and the same in seconds. */
export const milliseconds = z.number().check(z.gte(-longestMs), z.lte(longestMs));
export const seconds = z.number().check(z.gte(-longestMs / 1000), z.lte(longestMs / 1000));

/** US dollars; a sum of a million such figures is still a number that can be written. */
export const dollars = z.number().check(z.gte(-1e12), z.lte(1e12));

/** How many; sums of many such figures are exact. */
export const count = z.int().check(z.gte(0), z.lte(1e12));

/** A name that something is found by. */
export const id = z.string().check(z.maxLength(1_000));

/** Steps below each other in a tree of reasoning: far more than any method makes, few enough to draw. */
export const deepestTree = 1_000;
