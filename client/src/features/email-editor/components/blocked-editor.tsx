import type { Blocked } from "@/builder/machine/editor-machine";
import { type Campaign, composerPath } from "@/features/campaigns/public";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import classes from "./frame.module.css";

/** Why the editor is closed, and the way on. */
export function BlockedEditor({ why, campaign }: { readonly why: Blocked; readonly campaign: Campaign }) {
  const { t } = useTranslation();
  return (
    <main className={classes.blocked}>
      <h1>{t(`editor.blocked.${why}`)}</h1>
      <p>{t(`editor.blocked.${why}Help`)}</p>
      <PlainButton kind="primary" to={why === "refused" ? "/campaigns" : composerPath(campaign)}>
        {why === "refused" ? t("words.campaigns") : t("editor.blocked.toCampaign")}
      </PlainButton>
    </main>
  );
}
