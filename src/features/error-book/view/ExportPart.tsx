/** The book as training data: in which form, and exactly what the file will hold. */
import { useState } from "react";
import {
  type ExportForm,
  type ExportOptions,
  exportErrorBook,
  exportForms,
  privatePassageCount,
  withAllowedPassages,
} from "../../../error-book/error-book-export.ts";
import { writeErrorBook } from "../../../error-book/file.ts";
import type { ErrorRecord } from "../../../error-book/record.ts";
import type { BookEntry } from "../../../storage/error-book.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { SelectField, SwitchField } from "../../../ui-kit/Field.tsx";
import { saveFile } from "../../../ui-kit/save-file.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorBookText as words } from "../text/error-book.ts";
import sheet from "./ErrorBook.module.css";

const css = classes(sheet);

type Form = ExportForm | "book";
const forms: readonly Form[] = [...exportForms, "book"];

export function ExportPart({ entries }: { entries: readonly BookEntry[] }) {
  const [form, setForm] = useState<Form>("sft");
  const [onlyKept, setOnlyKept] = useState(false);
  const [includePassages, setPassages] = useState(false);
  const [includePrivatePassages, setPrivate] = useState(false);
  const records = entries.filter(({ kept }) => kept || !onlyKept).map(({ record }) => record);
  const privateCount = privatePassageCount(records);
  const options = { includePassages, includePrivatePassages };
  const file = fileOf(records, form, options);
  const lines = file === "" ? 0 : file.split("\n").length - 1;
  return (
    <section className={css("part")} aria-labelledby="error-book-export">
      <h3 id="error-book-export">{words.exportTitle}</h3>
      <SelectField
        label={words.form}
        value={form}
        options={forms.map((value) => ({ value, label: words.forms[value] }))}
        onChange={setForm}
      />
      <SwitchField label={words.onlyKept} checked={onlyKept} onChange={setOnlyKept} />
      <SwitchField
        label={words.passages}
        help={words.passagesHelp}
        checked={includePassages}
        onChange={setPassages}
      />
      {includePassages && privateCount > 0 ? (
        <SwitchField
          label={words.privatePassages(privateCount)}
          checked={includePrivatePassages}
          onChange={setPrivate}
        />
      ) : null}
      <p className={css("statement")} role="status">
        {words.inFile(lines, passagesIn(options, privateCount))}
        {lines < records.length && form !== "book" ? ` ${words.pairsOnly}` : ""}
      </p>
      <p>
        <Button
          disabled={lines === 0}
          onClick={() => saveFile(`hopwise-error-book.${form}.jsonl`, file, "application/jsonl")}
        >
          {words.saveFile}
        </Button>
      </p>
    </section>
  );
}

function fileOf(records: readonly ErrorRecord[], form: Form, options: ExportOptions): string {
  if (form !== "book") return exportErrorBook(records, form, options);
  return writeErrorBook(records.map((record) => withAllowedPassages(record, options)));
}

function passagesIn(options: ExportOptions, privateCount: number): "none" | "public" | "all" {
  if (!options.includePassages) return "none";
  return options.includePrivatePassages && privateCount > 0 ? "all" : "public";
}
