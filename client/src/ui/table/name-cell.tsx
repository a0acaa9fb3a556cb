import type { ReactNode } from "react";
import classes from "./name-cell.module.css";

/** A name with the badges or the picture beside it; a long name is cut off. */
export function NameCell({ children }: { readonly children: ReactNode }) {
  return <span className={classes.cell}>{children}</span>;
}
