import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { BlockedReason } from "@/builder/screen/stages";
import { type Campaign, composerPath } from "@/features/campaigns/public";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./blocked-editor.module.css";

interface Props {
  readonly reason: BlockedReason;
  readonly campaign: Campaign;
  /** Whether the client has changes that the server did not receive. */
  readonly hasUnsaved: boolean;
}

/** Full-screen notice of why the editor is not available, with a way out. */
export function BlockedEditor({ reason, campaign, hasUnsaved }: Props) {
  const { t } = useTranslation();
  return (
    <main className={classes.blocked}>
      <h1>{t(`editor.blocked.${reason}`)}</h1>
      <p>{t(`editor.blocked.${reason}Help`)}</p>
      {reason === "refused" && hasUnsaved ? <p role="alert">{t("editor.blocked.refusedUnsaved")}</p> : null}
      <Button component={Link} to={reason === "refused" ? "/campaigns" : composerPath(campaign)} variant="filled">
        {reason === "refused" ? t("words.campaigns") : t("editor.blocked.toCampaign")}
      </Button>
    </main>
  );
}
