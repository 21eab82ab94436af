/**
 * A part of the page whose code is fetched when it is first shown. React's own `lazy` keeps a
 * first failure for good; here a part that could not be fetched is fetched again when a person
 * asks for it again. Browsers do ask the server again for a module that had failed.
 */
import { type ComponentType, lazy } from "react";

/** Those that could not be fetched forget it. */
const failed = new Set<() => void>();

/** From now on the parts that could not be fetched are fetched again. */
export function fetchFailedAgain(): void {
  for (const forget of failed) forget();
  failed.clear();
}

export function later<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const fresh = () =>
    lazy(async () => {
      try {
        return { default: await fetchPart() };
      } catch (thrown) {
        failed.add(() => {
          Part = fresh();
        });
        throw thrown;
      }
    });
  let Part = fresh();
  return (props) => <Part {...props} />;
}

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
