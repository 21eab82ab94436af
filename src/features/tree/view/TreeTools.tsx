/** Over the tree: through which lens it is seen, and what of it is folded away. */

import { TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { lenses } from "../drawing/tree-lens.ts";
import { treeText } from "../text/tree.ts";
import sheet from "./TreePanel.module.css";
import type { ShownTree } from "./use-shown-items.ts";

const css = classes(sheet);

export function TreeTools({ tree }: { tree: ShownTree }) {
  const { lens, setLens, canFold, foldsFinished, setFoldsFinished } = tree;
  return (
    <>
      <fieldset className={css("lenses")}>
        <legend className="visually-hidden">{treeText.lens}</legend>
        {lenses.map((one) => (
          <TextButton key={one} aria-pressed={one === lens} onClick={() => setLens(one)}>
            {treeText.lenses[one]}
          </TextButton>
        ))}
      </fieldset>
      {canFold ? (
        <TextButton aria-pressed={foldsFinished} onClick={() => setFoldsFinished(!foldsFinished)}>
          {treeText.foldFinished}
        </TextButton>
      ) : null}
    </>
  );
}

/** On a line of its own, so that what was pressed stays where it is. */
export function LensHelp({ tree: { lens, paid } }: { tree: ShownTree }) {
  return (
    <span className={css("lensHelp")} role="status">
      {lens === "money" && !paid ? treeText.noMoney : treeText.lensHelp[lens]}
    </span>
  );
}
