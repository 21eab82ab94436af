/** A report on one screen: three cards, a budget, the cube, and the questions that changed. */
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import type { Ceiling, Verdicts } from "../../../../evaluation/types.ts";
import type { Stage } from "../../../../log/types.ts";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { whenIdle } from "../../../../ui-kit/when-idle.ts";
import { QuestionSetProvider } from "../analysis/question-set.tsx";
import { BudgetCard } from "./BudgetCard.tsx";
import { CubePart } from "./CubePart.tsx";
import { css } from "./css.ts";
import { FlipList } from "./FlipList.tsx";
import { PointedHolder } from "./first-context.ts";
import { VerdictCards } from "./VerdictCards.tsx";

/** Loads with the first opened question, or in idle time. */
const ComparePart = lazyPart(async () => (await import("../analysis/ComparePart.tsx")).ComparePart);

/**
 * `logged`: questions whose runs can be opened; null: any may have some. `pricing`: the price used
 * for money.
 */
export function FirstScreen(props: {
  verdicts: Verdicts;
  ceilings: readonly Ceiling[];
  logged: readonly string[] | null;
  pricing: ReactNode;
}) {
  const { verdicts, ceilings, logged, pricing } = props;
  const [lit, setLit] = useState<Stage | null>(null);
  useEffect(() => whenIdle(() => void ComparePart.ahead()), []);
  const pointed = useMemo(() => ({ lit, light: setLit }), [lit]);
  return (
    <PointedHolder value={pointed}>
      <div className={css("first")}>
        <div className={css("cards")}>
          <VerdictCards verdicts={verdicts} ceilings={ceilings} />
          <BudgetCard verdicts={verdicts} />
        </div>
        <div className={css("plane")}>
          <CubePart verdicts={verdicts} pricing={pricing} />
          <div className={css("turnedOnes")}>
            <FlipList verdicts={verdicts} logged={logged} />
            <QuestionSetProvider>
              <Suspense fallback={null}>
                <ComparePart around />
              </Suspense>
            </QuestionSetProvider>
          </div>
        </div>
      </div>
    </PointedHolder>
  );
}
