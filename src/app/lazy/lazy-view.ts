/** Parts of the page not visible on arrival, each in its own chunk. */
import type { ComponentType } from "react";
import { lazyPart } from "../../ui-kit/lazy-part.tsx";
import type { LazyPart } from "../runtime/feature.ts";

const rest = async () => (await import("./lazy-views.ts")).lazyViews;

type Take<Part> = (parts: Awaited<ReturnType<typeof rest>>) => Promise<Part>;

export async function fromLazyViews<Part>(take: Take<Part>): Promise<Part> {
  return take(await rest());
}

export function lazyView<Props extends object>(take: Take<ComponentType<Props>>): LazyPart<Props> {
  return lazyPart(() => fromLazyViews(take));
}
