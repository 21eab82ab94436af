/** For an effect: takes what comes, unless the component is gone or its inputs have changed by then. */
export function untilGone<T>(coming: Promise<T>, take: (value: T) => void): () => void {
  let gone = false;
  void coming.then((value) => {
    if (!gone) take(value);
  });
  return () => {
    gone = true;
  };
}
