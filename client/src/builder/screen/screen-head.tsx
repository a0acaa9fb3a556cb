import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconHistory,
  IconMessage,
  IconMoon,
  IconSun,
} from "@tabler/icons-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { Segmented } from "@/ui/components/segmented";
import { PeopleHere } from "../collab/presence/people-here";
import { select } from "../tree/acts";
import { useEditor } from "../tree/editor";
import { redo, undo } from "../tree/keyboard/commands";
import { SavedState } from "./saved-state";
import classes from "./screen.module.css";
import type { EditorScreenState } from "./use-editor-screen";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

interface Props {
  readonly screen: EditorScreenState;
  /** Where the way back leads, and its name. */
  readonly back: { readonly to: string; readonly label: string };
  readonly title: string;
  /** Beside the title: in what state it is. */
  readonly badge?: ReactNode;
  /** The ways on. */
  readonly children: ReactNode;
}

/** What the document is, whether it is saved, as what it is shown, who is here, and the ways on. */
export function ScreenHead({ screen, back, title, badge, children }: Props) {
  const { t } = useTranslation();
  const editor = useEditor();
  const { isViewed = false } = editor.editing;
  const { comments, others, used, versions, view } = screen;
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
      {isViewed ? <span /> : <Undo />}
      <div className={classes.views}>
        <Segmented
          label={t("screen.views.device")}
          value={view.device}
          onChange={(device) => screen.setView({ ...view, device })}
          options={[
            { value: "desktop", label: t("terms.desktop"), icon: <IconDeviceDesktop {...ICON} /> },
            { value: "phone", label: t("terms.phone"), icon: <IconDeviceMobile {...ICON} /> },
          ]}
        />
        <Segmented
          label={t("terms.colourScheme")}
          value={view.scheme}
          onChange={(scheme) => screen.setView({ ...view, scheme })}
          options={[
            { value: "light", label: t("screen.views.light"), icon: <IconSun {...ICON} /> },
            { value: "dark", label: t("screen.views.dark"), icon: <IconMoon {...ICON} /> },
          ]}
        />
      </div>
      <div className={classes.actions}>
        <PeopleHere others={others} onFind={(node) => select(editor, node)} />
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

function Undo() {
  const { t } = useTranslation();
  const editor = useEditor();
  const { history } = editor.editing;
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
        onClick={() => undo(editor)}
      >
        <IconArrowBackUp size={18} stroke={1.7} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t("terms.redo")}
        aria-keyshortcuts="Control+Shift+Z"
        aria-disabled={(can & 2) === 0 || undefined}
        onClick={() => redo(editor)}
      >
        <IconArrowForwardUp size={18} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
