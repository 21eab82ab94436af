import { type DragEvent, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import sheet from "./OpenFile.module.css";
import { classes } from "./styles/classes.ts";

const css = classes(sheet);

interface OpenFileProps {
  label: string;
  accept: string;
  disabled?: boolean;
  multiple?: boolean;
  onFile: (file: File) => void;
}

export function OpenFile(props: OpenFileProps) {
  const { label, accept, disabled = false, multiple = false, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        disabled={disabled}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          for (const file of files) onFile(file);
        }}
      />
    </>
  );
}

/** Props of an element onto which one file can be dropped. */
export function dropOf(onFile: (file: File) => void) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const [file] = event.dataTransfer.files;
      if (event.defaultPrevented || file === undefined) return;
      event.preventDefault();
      onFile(file);
    },
  };
}

/** `hint` says that a file can be dropped here, too. */
export function FileDrop({ hint, ...picker }: OpenFileProps & { hint: string }) {
  const { disabled = false, multiple = false, onFile } = picker;
  const [over, setOver] = useState(false);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (disabled) return;
    const files = [...event.dataTransfer.files];
    for (const file of multiple ? files : files.slice(0, 1)) onFile(file);
  }
  return (
    // Dropping is an extra; the button works by keys.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={css("drop", over && "isOver")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <OpenFile {...picker} />
      <span className={css("hint")}>{hint}</span>
    </div>
  );
}
