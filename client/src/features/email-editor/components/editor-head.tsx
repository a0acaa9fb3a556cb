import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconEye,
  IconHistory,
  IconMessage,
  IconMoon,
  IconSun,
} from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { UsedDocument } from "@/builder/collab/link/use-document";
import type { Other } from "@/builder/collab/presence/people";
import { PeopleHere } from "@/builder/collab/presence/people-here";
import { useEditor } from "@/builder/tree/editor";
import { redo, undo } from "@/builder/tree/keyboard/commands";
import type { View } from "@/builder/tree/registry";
import { type Campaign, CampaignState, composerPath } from "@/features/campaigns/public";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { PlainButton } from "@/ui/components/plain-button";
import { Segmented } from "@/ui/components/segmented";
import classes from "./frame.module.css";
import { SavedState } from "./saved-state";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

interface Props {
  readonly campaign: Campaign;
  readonly used: UsedDocument;
  readonly others: readonly Other[];
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly onFind: (node: string) => void;
  readonly onPreview: () => void;
  readonly onTest: () => void;
  /** How many talks are open. */
  readonly talks: number;
  readonly isTalking: boolean;
  readonly onTalk: () => void;
  readonly onVersions: () => void;
}

/** Whose mail this is, whether it is saved, as what it is shown, who is here, and the ways on. */
export function EditorHead({ campaign, used, others, view, talks, isTalking, ...on }: Props) {
  const { t } = useTranslation();
  const { isViewed = false } = useEditor().editing;
  const { onView, onFind, onPreview, onTest, onTalk, onVersions } = on;
  return (
    <header className={classes.head}>
      <Link className={classes.back} to={composerPath(campaign)} aria-label={t("editor.head.back")}>
        <IconArrowLeft size={18} stroke={1.7} aria-hidden="true" />
      </Link>
      <div className={classes.name}>
        <div>
          <h1 dir="auto">{campaign.name}</h1>
          <CampaignState status={campaign.status} look="badge" />
        </div>
        <SavedState used={used} />
      </div>
      {isViewed ? <span /> : <Undo />}
      <div className={classes.views}>
        <Segmented
          label={t("editor.head.device")}
          value={view.device}
          onChange={(device) => onView({ ...view, device })}
          options={[
            { value: "desktop", label: t("terms.desktop"), icon: <IconDeviceDesktop {...ICON} /> },
            { value: "phone", label: t("terms.phone"), icon: <IconDeviceMobile {...ICON} /> },
          ]}
        />
        <Segmented
          label={t("terms.colourScheme")}
          value={view.scheme}
          onChange={(scheme) => onView({ ...view, scheme })}
          options={[
            { value: "light", label: t("editor.head.light"), icon: <IconSun {...ICON} /> },
            { value: "dark", label: t("editor.fields.dark"), icon: <IconMoon {...ICON} /> },
          ]}
        />
      </div>
      <div className={classes.actions}>
        <PeopleHere others={others} onFind={onFind} />
        <IconButton
          className={classes.talks ?? ""}
          label={talks > 0 ? `${t("terms.comments")}: ${talks}` : t("terms.comments")}
          aria-pressed={isTalking}
          onClick={onTalk}
        >
          <IconMessage size={18} stroke={1.7} aria-hidden="true" />
          {talks > 0 ? <b aria-hidden="true">{talks}</b> : null}
        </IconButton>
        <IconButton label={t("terms.versionHistory")} onClick={onVersions}>
          <IconHistory size={18} stroke={1.7} aria-hidden="true" />
        </IconButton>
        <PlainButton onClick={onPreview}>
          <span className={classes.withIcon}>
            <IconEye {...ICON} />
            {t("terms.preview")}
          </span>
        </PlainButton>
        {isViewed ? null : (
          <>
            <PlainButton onClick={onTest}>{t("terms.sendTest")}</PlainButton>
            <PlainButton kind="primary" to={composerPath(campaign)}>
              {t("terms.chooseRecipients")}
            </PlainButton>
          </>
        )}
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
