/** The frame of a picture: what it is called, how to read it, and the same as a file. */
import { type ReactNode, useId, useRef, useState } from "react";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { saveBlob } from "../../../../ui-kit/save-file.ts";
import { framedPicture, svgAsPng } from "../../../tree/drawing/picture-export.ts";
import { labAnalysisText as words } from "../../text/lab-analysis.ts";
import { css } from "./css.ts";
import { csvText, type Table } from "./csv.ts";

export function Figure(props: {
  title: string;
  help: string;
  /** Name of its files, without an ending. */
  file: string;
  /** The figures in it; made when they are wanted. */
  table: () => Table;
  /** It is a table only, or its picture cannot be drawn yet: there is none to save. */
  isTable?: boolean;
  children: ReactNode;
}) {
  const { title, help, file, table, isTable = false, children } = props;
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const [failed, setFailed] = useState(false);

  const drawing = () => frame.current?.querySelector<SVGSVGElement>("svg[data-picture]") ?? null;
  async function savePicture(form: "svg" | "png"): Promise<void> {
    const found = drawing();
    if (found === null) return;
    try {
      const svg = await framedPicture(found, title);
      const blob =
        form === "png" ? await svgAsPng(svg) : new Blob([svg], { type: "image/svg+xml" });
      saveBlob(`${file}.${form}`, blob);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  async function saveCsv(): Promise<void> {
    saveBlob(`${file}.csv`, new Blob([await csvText(table())], { type: "text/csv" }));
  }

  const asSvg = [words.exportSvg, () => void savePicture("svg")] as const;
  const asPng = [words.exportPng, () => void savePicture("png")] as const;
  const asCsv = [words.exportCsv, () => void saveCsv()] as const;
  return (
    <section ref={frame} className={css("figure")} aria-labelledby={id}>
      <header className={css("figureHead")}>
        <h3 id={id}>{title}</h3>
        <div className={css("exports")}>
          {(isTable ? [asCsv] : [asSvg, asPng, asCsv]).map(([form, save]) => (
            <TextButton key={form} aria-label={words.exportOf(title, form)} onClick={save}>
              {form}
            </TextButton>
          ))}
        </div>
      </header>
      <p className={css("soft")}>{help}</p>
      {failed ? <p role="alert">{words.exportFailed}</p> : null}
      {children}
    </section>
  );
}
