import { action } from "../../../app/runtime/action.ts";
import type { FeatureParts } from "../../../app/runtime/feature.ts";

export const parts: FeatureParts = {
  dialogs: {
    settings: async () => (await import("./SettingsDialog.tsx")).SettingsDialog,
    prompts: async () => (await import("./prompts/PromptsDialog.tsx")).loadPromptsDialog(),
  },
  actions: [
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
  ],
};
