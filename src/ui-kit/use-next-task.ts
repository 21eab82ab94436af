/** Spreads large parts that update on the same event over separate tasks. */
import { useEffect, useState } from "react";
import { afterYield } from "../shared/yield-to-main.ts";

export function useNextTask<T>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => afterYield(() => setLate(value)), [value]);
  return late;
}
