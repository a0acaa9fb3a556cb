import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import type { Crumb } from "@/lib/routing";
import { useScreenTitle } from "../page-title";
import classes from "./page-head.module.css";

interface Props {
  readonly title: string;
  /** Badge beside the title, such as the status of a campaign. */
  readonly badge?: ReactNode;
  /** One line of status. Dots separate the parts of an array. */
  readonly state?: ReactNode | readonly ReactNode[];
  readonly crumbs?: readonly Crumb[];
  /** At most one of them is primary. */
  readonly actions?: ReactNode;
  /** Tabs of the sub-areas, which have their own URLs. */
  readonly tabs?: ReactNode;
}

/** Head of every page: breadcrumb, title, one line of status, and actions at the right. */
export function PageHead({ title, badge, state, crumbs = [], actions, tabs }: Props) {
  const { t } = useTranslation();
  // On phones the header above already shows the title.
  const repeatsHeader = useScreenTitle() === title;
  const states = Array.isArray(state) ? (state as readonly ReactNode[]) : state ? [state as ReactNode] : [];
  return (
    <header className={classes.head}>
      {crumbs.length > 0 ? (
        <nav aria-label={t("ui.breadcrumb")}>
          <ol className={classes.crumbs}>
            {crumbs.map(({ label, to }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a group and its first page may have one name
              <li key={index}>{to ? <Link to={to}>{label}</Link> : <span>{label}</span>}</li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className={classes.row}>
        <div className={classes.words}>
          <h1 className={classes.title} data-repeats={repeatsHeader || undefined}>
            {title}
            {badge ? <span className={classes.badge}>{badge}</span> : null}
          </h1>
          {states.length > 0 ? (
            <p className={classes.state}>
              {states.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order and no identity
                <span key={index}>{part}</span>
              ))}
            </p>
          ) : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
      {tabs ? <div className={classes.tabs}>{tabs}</div> : null}
    </header>
  );
}
