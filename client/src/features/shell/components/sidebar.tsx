import { Link } from "react-router";
import { useIdentity, useMe, VendorMark } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import type { Menu, NavigationItem } from "../menu";
import { QuotaMeter } from "./quota-meter";
import classes from "./sidebar.module.css";
import { SidebarSection } from "./sidebar-section";

interface Props {
  readonly menu: Menu;
  readonly active: NavigationItem | undefined;
  /** Shows icons only; the style sheet shows the labels on hover. */
  readonly isCollapsed: boolean;
}

export function Sidebar({ menu, active, isCollapsed }: Props) {
  const { t } = useTranslation();
  const identity = useIdentity();
  const team = useMe()?.team;
  const name = team?.name || identity?.name;
  return (
    <aside className={classes.sidebar} aria-label={t("shell.sidebar")} data-collapsed={isCollapsed || undefined}>
      <Link to="/dashboard" className={classes.brand} aria-label={name}>
        {team?.logo ? (
          <img className={classes.logo} src={team.logo} alt="" />
        ) : (
          <VendorMark identity={identity} size={24} />
        )}
        <span className={classes.word}>{name}</span>
      </Link>
      <nav className={classes.menu} aria-label={t("shell.menu")}>
        {menu.map((section) => (
          <SidebarSection key={section.group} section={section} active={active} />
        ))}
      </nav>
      <QuotaMeter />
    </aside>
  );
}
