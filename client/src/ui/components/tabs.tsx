import { type ReactNode, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import classes from "./tabs.module.css";

export interface Tab {
  readonly to: string;
  readonly label: string;
  readonly count?: ReactNode;
  /** Matches only the address itself, not the addresses below it. */
  readonly isExact?: boolean;
}

/** Tabs of a page's sub-areas, each with its own address. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Scrolls the current tab into view where not all tabs fit. Also when the row shrinks, or other tabs grow by a count.
  // Sets the scroll position directly, because the page must not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address shows another one
  useEffect(() => {
    const { current } = row;
    if (!current) return;
    const show = (): void => {
      const shown = current.querySelector<HTMLElement>('[aria-current="page"]');
      if (!shown) return;
      const { left, right } = current.getBoundingClientRect();
      const tab = shown.getBoundingClientRect();
      if (tab.left < left) current.scrollLeft -= left - tab.left;
      else if (tab.right > right) current.scrollLeft += tab.right - right;
    };
    const watch = new ResizeObserver(show);
    watch.observe(current);
    for (const tab of current.children) watch.observe(tab);
    return () => watch.disconnect();
  }, [pathname, tabs.length]);
  return (
    <nav ref={row} className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, label: words, count, isExact }) => (
        <NavLink key={to} to={to} end={isExact ?? false}>
          {words}
          {count === undefined ? null : <span>{count}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
