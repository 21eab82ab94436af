export const firstLookText = {
  title: "First look",
  about:
    "These passages are nearest to your question as a whole. The steps follow once the model has loaded.",
} as const;
