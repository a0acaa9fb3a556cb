import { IconHistory, IconLayoutSidebar, IconMenu2, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { useScreenTitle } from "@/ui/page-title";
import classes from "./header.module.css";
import { type ProfileLink, UserMenu } from "./user-menu";
import { WorkMenu } from "./work-menu";

interface Props {
  readonly onToggleSidebar: () => void;
  readonly isSidebarOpen: boolean;
  readonly onSearch: () => void;
  readonly isActivityOpen: boolean;
  readonly onToggleActivity: () => void;
  readonly onKeys: () => void;
  readonly profile: readonly ProfileLink[];
  /** Tools of other features, beside the user menu. */
  readonly tools: ReactNode;
  /** Guides for new users: the onboarding steps and help. */
  readonly guides: ReactNode;
}

export function Header(props: Props) {
  const { t } = useTranslation();
  const title = useScreenTitle();
  return (
    <header className={classes.header}>
      <IconButton label={t(props.isSidebarOpen ? "shell.collapse" : "shell.expand")} onClick={props.onToggleSidebar}>
        <IconLayoutSidebar className={classes.wide ?? ""} size={16} stroke={1.7} aria-hidden="true" />
        <IconMenu2 className={classes.narrow ?? ""} size={18} stroke={1.7} aria-hidden="true" />
      </IconButton>
      <span className={classes.title} aria-hidden="true">
        {title}
      </span>
      <button type="button" className={classes.search} onClick={props.onSearch} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} stroke={1.7} aria-hidden="true" />
        <span className={classes.searchWords}>{t("shell.search")}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className={classes.end}>
        <WorkMenu />
        {props.tools}
        <IconButton
          className={classes.activity ?? ""}
          label={t("words.recentActivity")}
          aria-pressed={props.isActivityOpen}
          onClick={props.onToggleActivity}
        >
          <IconHistory size={18} stroke={1.7} aria-hidden="true" />
        </IconButton>
        {props.guides}
        <UserMenu profile={props.profile} onKeys={props.onKeys} />
      </div>
    </header>
  );
}
