/** The frame of a picture: what it is called, how to read it, and the same as a file. */
import { type ReactNode, useId, useRef, useState } from "react";
import { TextButton } from "../../shared/Button.tsx";
import { saveBlob } from "../../shared/save-file.ts";
import { labAnalysisText as words } from "../../text/lab-analysis-en.ts";
import { css } from "./css.ts";
import { csvText, type Table } from "./csv.ts";
import { pictureAsPng, pictureAsSvg } from "./export-picture.ts";

export function Figure(props: {
  title: string;
  help: string;
  /** Name of its files, without an ending. */
  file: string;
  /** The figures in it; made when they are wanted. */
  table: () => Table;
  /** It is a table only: there is no picture to save. */
  isTable?: boolean;
  children: ReactNode;
}) {
  const { title, help, file, table, isTable = false, children } = props;
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const [failed, setFailed] = useState(false);

  const drawing = () => frame.current?.querySelector<SVGSVGElement>("svg[data-picture]") ?? null;
  function saveSvg(): void {
    const svg = drawing();
    if (svg === null) return;
    saveBlob(`${file}.svg`, new Blob([pictureAsSvg(svg, title)], { type: "image/svg+xml" }));
  }
  async function savePng(): Promise<void> {
    const svg = drawing();
    if (svg === null) return;
    try {
      saveBlob(`${file}.png`, await pictureAsPng(svg, title));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  async function saveCsv(): Promise<void> {
    saveBlob(`${file}.csv`, new Blob([await csvText(table())], { type: "text/csv" }));
  }

  const asSvg = [words.exportSvg, saveSvg] as const;
  const asPng = [words.exportPng, () => void savePng()] as const;
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
