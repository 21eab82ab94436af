/** The open dialogs; each one's code is fetched when it is first opened. */
import { lazyView } from "./lazy/lazy-view.ts";
import { useView } from "./runtime/runtime-context.ts";

const HelpDialog = lazyView(async (parts) => (await parts.help()).HelpDialog);
const RouterDialog = lazyView(async (parts) => (await parts.router()).RouterDialog);
const SettingsDialog = lazyView(async (parts) => (await parts.settings()).SettingsDialog);
const MethodDialog = lazyView(async (parts) => (await parts.method()).MethodDialog);
const PromptsDialog = lazyView((parts) => parts.prompts());
const ShareDialog = lazyView(async (parts) => (await parts.share()).ShareDialog);

export function Dialogs() {
  const help = useView((state) => state.help);
  const settings = useView((state) => state.settings);
  const router = useView((state) => state.router);
  const share = useView((state) => state.share);
  const prompts = useView((state) => state.prompts);
  const method = useView((state) => state.method);
  return (
    <>
      {help ? <HelpDialog /> : null}
      {settings === null ? null : <SettingsDialog />}
      {router ? <RouterDialog /> : null}
      {share ? <ShareDialog /> : null}
      {method ? <MethodDialog /> : null}
      {prompts ? <PromptsDialog /> : null}
    </>
  );
}
