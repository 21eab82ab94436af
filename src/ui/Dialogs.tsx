/** The dialogs that are open; the code of each is fetched when it is first opened. */
import { Suspense } from "react";
import { restPart } from "./later-parts.ts";
import { later } from "./shared/later.tsx";
import { useView } from "./shared/runtime-context.ts";

const HelpDialog = later(async () => (await restPart((parts) => parts.help())).HelpDialog);
const ErrorBookDialog = later(
  async () => (await restPart((parts) => parts.errorBook())).ErrorBookDialog,
);
const RouterDialog = later(async () => (await restPart((parts) => parts.router())).RouterDialog);
const SettingsDialog = later(
  async () => (await restPart((parts) => parts.settings())).SettingsDialog,
);
const PromptsDialog = later(async () => (await restPart((parts) => parts.prompts())).PromptsDialog);
const ShareDialog = later(async () => (await restPart((parts) => parts.share())).ShareDialog);

export function Dialogs() {
  const help = useView((state) => state.help);
  const settings = useView((state) => state.settings);
  const errorBook = useView((state) => state.errorBook);
  const router = useView((state) => state.router);
  const share = useView((state) => state.share);
  const prompts = useView((state) => state.prompts);
  return (
    <Suspense fallback={null}>
      {help ? <HelpDialog /> : null}
      {settings === null ? null : <SettingsDialog />}
      {errorBook === null ? null : <ErrorBookDialog />}
      {router ? <RouterDialog /> : null}
      {share ? <ShareDialog /> : null}
      {prompts ? <PromptsDialog /> : null}
    </Suspense>
  );
}
