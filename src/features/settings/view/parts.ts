import { action } from "../../../app/runtime/action.ts";

export const dialogs = {
  settings: async () => (await import("./SettingsDialog.tsx")).SettingsDialog,
  prompts: async () => (await import("./prompts/PromptsDialog.tsx")).loadPromptsDialog(),
};

export const actions = [
  action({
    id: "settings",
    title: "Engines and key",
    also: "settings preferences options models api provider price spending caps threads",
    key: ",",
    perform: ({ view }) => view.getState().openSettings("small"),
  }),
  action({
    id: "library",
    title: "Your own documents",
    also: "library files upload pdf",
    perform: ({ view }) => view.getState().openSettings("library"),
  }),
  action({
    id: "privacy",
    title: "What may leave this device",
    perform: ({ view }) => view.getState().openSettings("privacy"),
  }),
  action({
    id: "prompts",
    title: "Prompts: read and change",
    perform: ({ view }) => view.getState().open("prompts"),
  }),
];
