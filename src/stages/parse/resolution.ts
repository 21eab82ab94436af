/** How far a parser had to go; every parser of model output tells it. */
export interface Resolved {
  /** As asked, mended on the way, or nothing usable. */
  resolution: "clean" | "repaired" | "fell-back";
  /** What was wrong, for people; "" when nothing was. */
  detail: string;
}

export function resolved(faults: readonly string[]): Resolved {
  const detail = [...new Set(faults)].join("; ");
  return { resolution: faults.length === 0 ? "clean" : "repaired", detail };
}
