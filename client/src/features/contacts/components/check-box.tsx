import type { ReactNode } from "react";
import classes from "./check-box.module.css";

interface Props {
  readonly isTicked: boolean;
  readonly onChange: (isTicked: boolean) => void;
  /** Class of the line that box and words stand in. */
  readonly line: string | undefined;
  readonly children: ReactNode;
}

/** A checkbox with its words: the browser's own, drawn in our tokens. */
export function CheckBox({ isTicked, onChange, line, children }: Props) {
  return (
    <label className={line}>
      <input
        type="checkbox"
        className={classes.box}
        checked={isTicked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}
