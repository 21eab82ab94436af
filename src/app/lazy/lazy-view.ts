/** The parts of the page that nobody sees on arrival, each in a chunk of its own. */
import type { ComponentType } from "react";
import { type LazyPart, lazyPart } from "../../ui-kit/lazy-part.tsx";

const rest = async () => (await import("./lazy-views.ts")).lazyViews;

type Take<Part> = (parts: Awaited<ReturnType<typeof rest>>) => Promise<Part>;

/** One of those that nobody sees on arrival. */
export async function fromLazyViews<Part>(take: Take<Part>): Promise<Part> {
  return take(await rest());
}

/** The same as a component, fetched when it is first shown. */
export function lazyView<Props extends object>(take: Take<ComponentType<Props>>): LazyPart<Props> {
  return lazyPart(() => fromLazyViews(take));
}
