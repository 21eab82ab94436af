/** Large parts that update on one event get separate tasks. */
import { useEffect, useState } from "react";
import { afterYield } from "../shared/yield-to-main.ts";

export function useNextTask<T>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => afterYield(() => setLate(value)), [value]);
  return late;
}
