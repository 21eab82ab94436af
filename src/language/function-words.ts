export const functionWords: ReadonlySet<string> = new Set(
  (
    "a an the of in on at to by for from with and or as is are was were be been being has have had " +
    "it its this that these those which who whom whose what when where how why does do did can could " +
    "will would may might must about into over under between than then there their his her also"
  ).split(" "),
);
