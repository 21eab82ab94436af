import { useMemo, useState } from "react";
import { useRouter } from "../../../app/runtime/runtime-context.ts";
import { localTools } from "../../../log/types.ts";
import type { Prices } from "../../../session/router-study.ts";
import { useFacts } from "../../../ui-kit/use-problems.ts";
import { routerText as words } from "../text/router.ts";

export interface RouterTool {
  id: string;
  title: string;
  /** US dollars per 1,000 requests. */
  price: number | null;
  destination: string | null;
  /** `absent` tools are known only from a score file; their price is entered here. */
  kind: "local" | "service" | "absent";
  answered: number;
  meanScore: number | null;
}

export interface RouterToolSelection {
  tools: readonly RouterTool[];
  chosen: readonly string[];
  prices: Prices;
  name: (id: string) => string;
  tick: (id: string, on: boolean) => void;
  setPrice: (id: string, price: number | null) => void;
}

export function useRouterTools(): RouterToolSelection {
  const tools = useTools();
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({});
  const [entered, setEntered] = useState<Prices>({});
  return useMemo(() => {
    const priced = tools.map((tool) =>
      tool.kind === "absent" ? { ...tool, price: entered[tool.id] ?? null } : tool,
    );
    const isOn = (tool: RouterTool) => ticked[tool.id] ?? tickedAtFirst(tool, tools);
    return {
      tools: priced,
      chosen: priced.filter(isOn).map(({ id }) => id),
      prices: Object.fromEntries(priced.map(({ id, price }) => [id, price])),
      name: (id) => tools.find((tool) => tool.id === id)?.title ?? id,
      tick: (id, on) => setTicked((before) => ({ ...before, [id]: on })),
      setPrice: (id, price) => setEntered((before) => ({ ...before, [id]: price })),
    };
  }, [tools, ticked, entered]);
}

/** Ticks the tools scored before; otherwise memory, hybrid search and every service. */
function tickedAtFirst({ id, kind, answered }: RouterTool, tools: readonly RouterTool[]): boolean {
  if (tools.some((tool) => tool.answered > 0)) return answered > 0;
  return kind === "service" || id === "none" || id === "hybrid";
}

function useTools(): readonly RouterTool[] {
  const services = useFacts().tools;
  const rows = useRouter((state) => state.rows);
  return useMemo(() => {
    const sums = new Map<string, { count: number; sum: number }>();
    for (const { scores } of rows) {
      for (const [id, score] of Object.entries(scores)) {
        const { count, sum } = sums.get(id) ?? { count: 0, sum: 0 };
        sums.set(id, { count: count + 1, sum: sum + score });
      }
    }
    const known = (
      id: string,
      rest: Pick<RouterTool, "title" | "price" | "destination" | "kind">,
    ): RouterTool => {
      const { count, sum } = sums.get(id) ?? { count: 0, sum: 0 };
      return { id, ...rest, answered: count, meanScore: count === 0 ? null : sum / count };
    };
    const locals = localTools.map((id) => {
      const title = words.localTools[id] ?? id;
      return known(id, { title, price: 0, destination: null, kind: "local" });
    });
    const others = services.map(({ id, title, usdPerThousand, destination }) =>
      known(id, { title, price: usdPerThousand, destination, kind: "service" }),
    );
    const here = new Set([...locals, ...others].map(({ id }) => id));
    const absent = [...sums.keys()]
      .filter((id) => !here.has(id))
      .map((id) => {
        const title = words.notSetUp(id);
        return known(id, { title, price: null, destination: null, kind: "absent" });
      });
    return [...locals, ...others, ...absent];
  }, [services, rows]);
}
