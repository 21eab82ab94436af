/** Shows a sentence and *Delete* instead of a broken view. */
import { Component, type ReactNode, useEffect, useRef, useState } from "react";
import { TextButton } from "./Button.tsx";
import sheet from "./Damaged.module.css";
import { classes } from "./styles/classes.ts";
import { type DamagedKind, damagedText as words } from "./text/damaged.ts";

const css = classes(sheet);

interface RowProps {
  kind: DamagedKind;
  id: string;
  onRemove: () => void;
  /** Absent if nothing can be opened. */
  onOpen?: ((id: string) => void) | undefined;
}

function DamagedRow({ kind, id, onRemove, onOpen }: RowProps) {
  return (
    <div className={css("row")}>
      <p>{words.why(kind)}</p>
      <p className={css("tools")}>
        <code className={css("id")} dir="auto">
          {id.slice(0, longestId)}
        </code>
        {onOpen === undefined ? null : (
          <TextButton aria-label={words.openNamed(id)} onClick={() => onOpen(id)}>
            {words.open}
          </TextButton>
        )}
        <TextButton aria-label={words.removeNamed(id)} onClick={onRemove}>
          {words.remove}
        </TextButton>
      </p>
    </div>
  );
}

/** Ids from files may be of any length. */
const longestId = 60;

interface ListProps {
  kind: DamagedKind;
  ids: readonly string[];
  onRemove: (id: string) => Promise<void>;
  onOpen?: (id: string) => void;
}

/** After a deletion the focus moves to the message. */
export function DamagedRows({ kind, ids, onRemove, onOpen }: ListProps) {
  const [removed, setRemoved] = useState(0);
  const messageElement = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (removed > 0) messageElement.current?.focus();
  }, [removed]);
  if (ids.length === 0 && removed === 0) return null;
  const list = ids.length === 0 ? "" : words.list(kind, ids.length);
  return (
    <section className={css("damaged")} aria-label={words.list(kind, ids.length)}>
      <p ref={messageElement} role="status" tabIndex={-1} className={css("said")}>
        {removed === 0 ? list : `${words.removed} ${list}`}
      </p>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <DamagedRow
              kind={kind}
              id={id}
              onOpen={onOpen}
              onRemove={() => void onRemove(id).then(() => setRemoved((number) => number + 1))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BoundaryProps extends RowProps {
  children: ReactNode;
}

/** An error in one row leaves the others intact. */
export class RowBoundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render(): ReactNode {
    const { children, ...row } = this.props;
    return this.state.broken ? <DamagedRow {...row} /> : children;
  }
}
