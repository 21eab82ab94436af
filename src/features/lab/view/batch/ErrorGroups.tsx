/** Failed answers grouped by error, with an explanation and where to fix it. */

import type { ErrorGroup } from "../../../../evaluation/batch/progress.ts";
import { errorCode } from "../../../../log/errors.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { errorText } from "../../../../ui-kit/text/errors.ts";
import { labBatchText as words } from "../../text/lab-batch.ts";
import sheet from "./Lab.module.css";
import runSheet from "./Run.module.css";
import { Section, SettingsLink } from "./Section.tsx";

const css = classes({ ...sheet, ...runSheet });

export function ErrorGroups({ groups }: { groups: readonly ErrorGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <Section title={words.errorsTitle}>
      <p className={css("soft")}>{words.errorsHelp}</p>
      <ul className={css("errors")}>
        {groups.map((group) => (
          <Group key={group.code} {...group} />
        ))}
      </ul>
    </Section>
  );
}

/** A report may hold codes of another version: they are shown as they are. */
function Group({ code, count }: ErrorGroup) {
  const known = errorCode.safeParse(code);
  const written = known.success
    ? errorText({ code: known.data, retryable: false, params: {} })
    : null;
  return (
    <li className={css("error")}>
      <span>{words.times(count)}</span>
      <div>
        <p className={css("errorTitle")}>{written?.title ?? code}</p>
        {written === null ? null : (
          <>
            <p className={css("soft")}>{written.body}</p>
            <SettingsLink wayOn={written.wayOn} />
          </>
        )}
      </div>
    </li>
  );
}
