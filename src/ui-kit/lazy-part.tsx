/** React's own `lazy` keeps a first failure for good; this fetches again when the user retries. */
import { type ComponentType, lazy, useState } from "react";
import type { LazyPart } from "../app/runtime/feature.ts";

const failed = new Set<() => void>();

export function fetchFailedAgain(): void {
  for (const forget of failed) forget();
  failed.clear();
}

export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let there: ComponentType<Props> | null = null;
  const fetched = async () => {
    there ??= await fetchPart();
    return { default: there };
  };
  const fresh = () =>
    lazy(async () => {
      try {
        return await fetched();
      } catch (thrown) {
        failed.add(() => {
          Part = fresh();
        });
        throw thrown;
      }
    });
  let Part = fresh();
  function Later(props: Props) {
    // React would show the fallback for 300 ms.
    const [Shown] = useState(() => there ?? Part);
    return <Shown {...props} />;
  }
  return Object.assign(Later, { ahead: () => fetched().then(nothing, nothing) });
}

const nothing = () => undefined;

/** Failed stylesheets would count as loaded when their part is fetched again. */
export function dropFailedStyles(): void {
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.remove();
    },
    true,
  );
}
