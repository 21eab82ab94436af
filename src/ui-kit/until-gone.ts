/**
 * For effects: uses a promise's value unless the component has unmounted or its inputs have
 * changed.
 */
export function untilGone<T>(coming: Promise<T>, take: (value: T) => void): () => void {
  let gone = false;
  void coming.then((value) => {
    if (!gone) take(value);
  });
  return () => {
    gone = true;
  };
}
