import { useEffect, useRef } from "react";
import classes from "./root-bar.module.css";

/** As long as the server keeps a name. */
const LONGEST_NAME = 60;

interface Props {
  readonly label: string;
  readonly name: string;
  /** With the new name, or without one when it was left as it is; and whether a key ended it. */
  readonly onDone: (name: string | undefined, byKey: boolean) => void;
}

/** A name to be written anew: Enter takes it and so does going elsewhere, Escape leaves it as it is. */
export function NameForm({ label, name, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function done(written: string | undefined, byKey: boolean): void {
    // What ends it takes the field away, which is left then.
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
      <label>
        <span>{label}</span>
        <input
          ref={input}
          defaultValue={name}
          maxLength={LONGEST_NAME}
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
