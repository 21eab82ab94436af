/**
 * Measures retrieval on the project's questions: each sub-question is a query, its supporting
 * passage what should be found. Parameters are tuned on the odd half; the even half is reported.
 *
 *   npx tsx src/library/build/measure-retrieval.ts [--tune]
 */
