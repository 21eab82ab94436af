const ownFigures = "own figures";

interface Offer {
  title: string;
  inputPerMillion: number;
  outputPerMillion: number;
}

const { format: inDollars } = new Intl.NumberFormat("en", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});

export const priceText = {
  title: "Price, in dollars per million tokens",
  input: "read",
  output: "written",
  cached: "read from cache",
  /** `chosen`: by the user, not by the address. */
  of: (price: { source: string; asOf: string } | null, chosen: boolean) => {
    if (price === null)
      return "No price for this model at this address: costs show as — until you enter one.";
    if (price.source === ownFigures) return `Your own figures, of ${price.asOf}.`;
    return `${chosen ? "Counted as" : "From"} ${price.source}, ${price.asOf}.`;
  },
  countAs: ({ title, inputPerMillion, outputPerMillion }: Offer) =>
    `Count as ${title} ($${inDollars(inputPerMillion)} read, $${inDollars(outputPerMillion)} written)`,
  free: "It is free: the hardware is mine, or nobody charges me",
  freeSource: "your word that it is free",
  doubtful:
    "A price of 0 keeps no cap: no call is made under a cap until you enter a price, or say that it is free.",
  half: "A price needs both “read” and “written”: until then the one before counts.",
  own: ownFigures,
  reset: "Use the table",
};
