/**
 * A part of the page whose code is fetched when it is first shown. React's own `lazy` keeps a
 * first failure for good; here a part that could not be fetched is fetched again when a person
 * asks for it again. Browsers do ask the server again for a module that had failed.
 */
import { type ComponentType, lazy, useState } from "react";

/** Those that could not be fetched forget it. */
const failed = new Set<() => void>();

/** From now on the parts that could not be fetched are fetched again. */
export function fetchFailedAgain(): void {
  for (const forget of failed) forget();
  failed.clear();
}

export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches it before it is shown; a failure is met again, and told, when it is. */
  ahead(): Promise<void>;
};

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
    // What is there is not waited for: React would show the fallback, and keep it for 300 ms.
    const [Shown] = useState(() => there ?? Part);
    return <Shown {...props} />;
  }
  return Object.assign(Later, { ahead: () => fetched().then(nothing, nothing) });
}

const nothing = () => undefined;

/** A stylesheet that did not arrive must not be taken for one that did when its part comes again. */
export function dropFailedStyles(): void {
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.remove();
    },
    true,
  );
}
