import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconHistory, IconMessage } from "@tabler/icons-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import type { History } from "../collab/history";
import { PresenceAvatars } from "../collab/presence/presence-avatars";
import { SavedState } from "./saved-state";
import classes from "./screen.module.css";
import type { ScreenState } from "./use-editor-screen";

interface Props {
  readonly screen: ScreenState;
  /** Target and label of the link back. */
  readonly back: { readonly to: string; readonly label: string };
  readonly title: string;
  /** Status of the document, beside the title. */
  readonly badge?: ReactNode;
  /** Controls of how the document is shown. */
  readonly views?: ReactNode;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** Goes to the node that another user has selected. */
  readonly onFind: (node: string) => void;
  /** The editor's own actions. */
  readonly children: ReactNode;
}

/** The head of an editor: title, saved state, undo, views, other users, comments, versions and actions. */
export function ScreenHead({ screen, back, title, badge, views, onUndo, onRedo, onFind, children }: Props) {
  const { t } = useTranslation();
  const { comments, isViewed, others, used, versions } = screen;
  return (
    <header className={classes.head}>
      <Link className={classes.back} to={back.to} aria-label={back.label}>
        <IconArrowLeft size={18} stroke={1.7} aria-hidden="true" />
      </Link>
      <div className={classes.name}>
        <div>
          <h1 dir="auto">{title}</h1>
          {badge}
        </div>
        <SavedState used={used} />
      </div>
      {isViewed ? <span /> : <Undo history={used.history} onUndo={onUndo} onRedo={onRedo} />}
      <div className={classes.views}>{views}</div>
      <div className={classes.actions}>
        <PresenceAvatars others={others} onFind={onFind} />
        <IconButton
          className={classes.talks ?? ""}
          label={comments.open > 0 ? `${t("terms.comments")}: ${comments.open}` : t("terms.comments")}
          aria-pressed={comments.isShown}
          onClick={() => comments.show(!comments.isShown)}
        >
          <IconMessage size={18} stroke={1.7} aria-hidden="true" />
          {comments.open > 0 ? <b aria-hidden="true">{comments.open}</b> : null}
        </IconButton>
        <IconButton label={t("terms.versionHistory")} onClick={() => versions.show(true)}>
          <IconHistory size={18} stroke={1.7} aria-hidden="true" />
        </IconButton>
        {children}
      </div>
    </header>
  );
}

interface UndoProps extends Pick<Props, "onUndo" | "onRedo"> {
  readonly history: History;
}

function Undo({ history, onUndo, onRedo }: UndoProps) {
  const { t } = useTranslation();
  const can = useSyncExternalStore(
    (told) => history.subscribe(told),
    () => Number(history.canUndo) + 2 * Number(history.canRedo),
  );
  return (
    <div className={classes.undo}>
      <IconButton
        label={t("words.undo")}
        aria-keyshortcuts="Control+Z"
        aria-disabled={(can & 1) === 0 || undefined}
        onClick={onUndo}
      >
        <IconArrowBackUp size={18} stroke={1.7} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t("terms.redo")}
        aria-keyshortcuts="Control+Shift+Z"
        aria-disabled={(can & 2) === 0 || undefined}
        onClick={onRedo}
      >
        <IconArrowForwardUp size={18} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
