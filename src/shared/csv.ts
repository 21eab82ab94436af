/** CSV cell options for papaparse's `unparse`. */

/**
 * Cells a spreadsheet would read as a formula, past white space and invisible characters and
 * including full-width signs. Papa's own rule checks only the first character, and fails for cells
 * of several lines.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;

/** Prefixes such cells with an apostrophe, so they stay text. Numbers stay numbers. */
export const csvOptions = { escapeFormulae: formula };
