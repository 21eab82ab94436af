/** Property tests draw the same cases at every run; `npm run bench -- fuzz` gives them new ones. */
export const seed = Number(process.env["HOPWISE_SEED"] ?? 20_261_128);
