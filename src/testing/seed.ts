/** Every run draws the same cases; `npm run bench -- fuzz` sets new seeds. */
export const seed = Number(process.env["HOPWISE_SEED"] ?? 20_261_128);
