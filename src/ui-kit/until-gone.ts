/** Effects use this to drop a value after unmounting or a change of inputs. */
export function untilGone<T>(coming: Promise<T>, take: (value: T) => void): () => void {
  let gone = false;
  void coming.then((value) => {
    if (!gone) take(value);
  });
  return () => {
    gone = true;
  };
}
