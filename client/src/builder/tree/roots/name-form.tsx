import { Input } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import classes from "./root-bar.module.css";

/** The server's maximum. */
const MAX_NAME_LENGTH = 60;

interface Props {
  readonly label: string;
  readonly name: string;
  /** Called with the new name, or undefined if it did not change, and whether a key ended the input. */
  readonly onDone: (name: string | undefined, byKey: boolean) => void;
}

/** An input for a name: Enter and leaving the field apply it, Escape discards it. */
export function NameForm({ label, name, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const id = useId();
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function done(written: string | undefined, byKey: boolean): void {
    // Removing the field causes another blur event.
    if (isDone.current) return;
    isDone.current = true;
    onDone(written?.trim(), byKey);
  }

  return (
    <form
      className={classes.name}
      onSubmit={(event) => {
        event.preventDefault();
        done(input.current?.value, true);
      }}
    >
      <label htmlFor={id}>
        <span>{label}</span>
        <Input
          id={id}
          ref={input}
          size="xs"
          w={220}
          defaultValue={name}
          maxLength={MAX_NAME_LENGTH}
          dir="auto"
          onBlur={(event) => done(event.currentTarget.value, false)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            done(undefined, true);
          }}
        />
      </label>
    </form>
  );
}
