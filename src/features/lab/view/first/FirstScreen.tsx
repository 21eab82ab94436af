/** What a report says, in one screen: three cards, a budget, the cube, and the questions that turned. */
import { useMemo, useState } from "react";
import type { Verdicts } from "../../../../evaluation/types.ts";
import type { Stage } from "../../../../log/types.ts";
import { ComparePart } from "../analysis/ComparePart.tsx";
import { QuestionSetProvider } from "../analysis/question-set.tsx";
import { BudgetCard } from "./BudgetCard.tsx";
import { CubePart } from "./CubePart.tsx";
import { css } from "./css.ts";
import { FlipList } from "./FlipList.tsx";
import { PointedHolder } from "./first-context.ts";
import { VerdictCards } from "./VerdictCards.tsx";

/** `logged`: questions whose runs can be opened; null: any may have some. */
export function FirstScreen(props: { verdicts: Verdicts; logged: readonly string[] | null }) {
  const { verdicts, logged } = props;
  const [lit, setLit] = useState<Stage | null>(null);
  const pointed = useMemo(() => ({ lit, light: setLit }), [lit]);
  return (
    <PointedHolder value={pointed}>
      <div className={css("first")}>
        <div className={css("cards")}>
          <VerdictCards verdicts={verdicts} />
          <BudgetCard verdicts={verdicts} />
        </div>
        <div className={css("plane")}>
          <CubePart verdicts={verdicts} />
          <FlipList verdicts={verdicts} logged={logged} />
        </div>
        <QuestionSetProvider>
          <ComparePart />
        </QuestionSetProvider>
      </div>
    </PointedHolder>
  );
}
