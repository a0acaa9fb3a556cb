import type { ReactNode } from "react";
import { NavLink } from "react-router";
import classes from "./tabs.module.css";

export interface Tab {
  readonly to: string;
  readonly label: string;
  readonly count?: ReactNode;
  /** Only the address itself, not what is below it. */
  readonly isExact?: boolean;
}

/** Sub-areas of a page: each is an address. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, label: words, count, isExact }) => (
        <NavLink key={to} to={to} end={isExact ?? false}>
          {words}
          {count === undefined ? null : <span>{count}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
