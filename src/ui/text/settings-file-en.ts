/** The sentences of the settings' file. */
export const settingsFileText = {
  title: "All settings as a file",
  help: "To take them to another browser. Keys are never in it; they are forgotten when a file is taken, since its addresses may be others.",
  save: "Save settings",
  open: "Take settings from a file",
  refused: "This is not a file of settings, or of a newer version. Nothing was changed.",
  taken: "The settings were taken from the file.",
};
