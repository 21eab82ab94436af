import { useState } from "react";

export interface Folding {
  folded: ReadonlySet<string>;
  toggle: (id: string) => void;
}

export function useFolding(): Folding {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  return { folded, toggle: (id) => setFolded((before) => withToggled(before, id)) };
}

function withToggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
