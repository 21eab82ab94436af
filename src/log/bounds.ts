/**
 * A file can hold any number; one outside these would break views that show dates, times and
 * counts.
 */
import * as z from "zod/mini";

/** The end of the year 9999; from 8.64e15 on there is no date at all. */
const lastEpochMs = 253_402_300_799_999;

/** Milliseconds since 1970. */
export const epochMs = z.number().check(z.gte(0), z.lte(lastEpochMs));

/** 300 years; negative if a clock was set back. */
const longestMs = 1e13;

export const milliseconds = z.number().check(z.gte(-longestMs), z.lte(longestMs));
export const seconds = z.number().check(z.gte(-longestMs / 1000), z.lte(longestMs / 1000));

/** US dollars; a million such figures can still be summed. */
export const dollars = z.number().check(z.gte(-1e12), z.lte(1e12));

/** Sums of many counts are exact. */
export const count = z.int().check(z.gte(0), z.lte(1e12));

export const id = z.string().check(z.maxLength(1_000));

/** No method goes nearly as deep, and this can still be drawn. */
export const deepestTree = 1_000;
