/** What the large model costs; fetched with the settings. */

export const priceText = {
  title: "Price, in dollars per million tokens",
  input: "read",
  output: "written",
  cached: "read from cache",
  /** `own`: entered by hand. */
  of: (price: { source: string; asOf: string } | null, own: boolean) => {
    if (price === null)
      return "No price is known for this model: costs will show as — until you enter one.";
    return own ? `Your own figures, of ${price.asOf}.` : `From ${price.source}, ${price.asOf}.`;
  },
  half: "A price needs both “read” and “written”: until then the one before counts.",
  own: "own figures",
  reset: "Use the table",
};
