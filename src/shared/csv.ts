/**
 * A spreadsheet reads these as formulas, past white space and with full-width signs. Papa's own
 * rule checks only the first character.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;

/** An apostrophe keeps such cells text; numbers stay numbers. */
export const csvOptions = { escapeFormulae: formula };
