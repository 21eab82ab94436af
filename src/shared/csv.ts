/** How cells become CSV; for `unparse` of papaparse. */

/**
 * What a spreadsheet would take for a formula: it looks past white space and characters that
 * cannot be seen, and knows the signs in full width, too. Papa's own rule sees only the first
 * character, and none in a cell of several lines.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;

/** Such a cell begins with an apostrophe, and stays a text. Numbers stay numbers. */
export const csvOptions = { escapeFormulae: formula };
