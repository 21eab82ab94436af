export const skrKnnSettings = {
  neighbours: {
    group: "gate",
    kind: "number",
    min: 1,
    max: 20,
    step: 1,
    whole: true,
    initial: 5,
    label: "Like questions asked",
    help: "So many of the nearest labelled questions vote on whether this one is known.",
  },
} as const;
