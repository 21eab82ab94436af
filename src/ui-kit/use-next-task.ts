/** Large parts that come with the same event are drawn in a task each. */
import { useEffect, useState } from "react";
import { afterYield } from "../shared/yield-to-main.ts";

/** The value, a task after it came. */
export function useNextTask<T>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => afterYield(() => setLate(value)), [value]);
  return late;
}
