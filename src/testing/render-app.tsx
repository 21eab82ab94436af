import { cleanup, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { App } from "../app/App.tsx";
import { AnswerPanel, Tree } from "../app/lazy/arrival-parts.ts";
import { TreeList, TreeTools } from "../app/lazy/tree-parts.ts";
import { createRuntime } from "../app/runtime/runtime.ts";
import { AppContextHolder } from "../app/runtime/runtime-context.ts";
import { createViewStore } from "../app/runtime/view-store.ts";
import type { RunEvent } from "../log/events.ts";
import type { Services } from "../session/services.ts";
import { fakeServices } from "./fake-services.ts";

export async function renderApp(changes: Partial<Services> = {}, shown: readonly RunEvent[] = []) {
  cleanup();
  // The tests' DOM cannot animate, and tests should not wait.
  window.matchMedia = (query) => Object.assign(new EventTarget(), still(query));
  const runtime = createRuntime(fakeServices(changes));
  const view = createViewStore();
  await runtime.start();
  await Promise.all([Tree, TreeList, TreeTools, AnswerPanel].map((part) => part.ahead()));
  if (shown.length > 0) runtime.run.show(shown, "ended", false);
  const page = render(
    <AppContextHolder value={{ runtime, view }}>
      <App />
    </AppContextHolder>,
  );
  return { ...page, runtime, view, user: userEvent.setup() };
}

export function renderPart(
  part: ReactElement,
  shown: readonly RunEvent[] = [],
  changes: Partial<Services> = {},
) {
  cleanup();
  const runtime = createRuntime(fakeServices(changes));
  if (shown.length > 0) runtime.run.show(shown, "ended", false);
  const view = createViewStore();
  const page = render(<AppContextHolder value={{ runtime, view }}>{part}</AppContextHolder>);
  return { ...page, runtime, view, user: userEvent.setup() };
}

function still(query: string) {
  const matches = query.includes("prefers-reduced-motion");
  const nothing = () => undefined;
  return { matches, media: query, onchange: null, addListener: nothing, removeListener: nothing };
}
