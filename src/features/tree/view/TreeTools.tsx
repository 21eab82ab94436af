import { TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { lenses } from "../drawing/tree-lens.ts";
import { treeText } from "../text/tree.ts";
import sheet from "./TreePanel.module.css";
import type { ShownTree } from "./use-shown-items.ts";

const css = classes(sheet);

export function TreeTools({ tree }: { tree: ShownTree }) {
  const { lens, setLens, paid, canFold, foldsFinished, setFoldsFinished } = tree;
  return (
    <>
      {canFold ? (
        <TextButton aria-pressed={foldsFinished} onClick={() => setFoldsFinished(!foldsFinished)}>
          {treeText.foldFinished}
        </TextButton>
      ) : null}
      {paid ? (
        <fieldset className={css("segments")} title={treeText.lensHelp[lens]}>
          <legend className="visually-hidden">{treeText.lens}</legend>
          {lenses.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === lens}
              onClick={() => setLens(one)}
            >
              {treeText.lenses[one]}
            </button>
          ))}
        </fieldset>
      ) : (
        <span className={css("free")} title={treeText.lensHelp.time}>
          {treeText.noMoney}
        </span>
      )}
    </>
  );
}
