import type { ReactNode } from "react";
import classes from "./picture-radio.module.css";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** The picture. */
  readonly children: ReactNode;
}

/** A radio button that looks like a card: a picture, and its label below. */
export function PictureRadio({ name, label, isChosen, onChoose, children }: Props) {
  return (
    <label className={classes.card} data-chosen={isChosen || undefined}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      {children}
      <span className={classes.label}>{label}</span>
    </label>
  );
}
