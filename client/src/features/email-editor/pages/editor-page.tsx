import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { useCampaign } from "@/features/campaigns/public";
import { useMe } from "@/features/session/public";
import { LoadFailed } from "@/ui/components/load-failed";
import { PlainButton } from "@/ui/components/plain-button";
import { EditorSkeleton } from "../components/editor-skeleton";
import classes from "../components/frame.module.css";
import { MailEditor } from "../components/mail-editor";

/** A campaign's mail in the builder. One that is written without it has its composer instead. */
export function EditorPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const campaign = useCampaign(id);
  const me = useMe();
  if (campaign.isLoadingError) {
    return (
      <main className={classes.blocked}>
        <LoadFailed failure={campaign.error} onRetry={() => void campaign.refetch()} />
        <PlainButton to="/campaigns">{t("campaigns.title")}</PlainButton>
      </main>
    );
  }
  if (!campaign.data || !me?.team) return <EditorSkeleton />;
  const { documentId } = campaign.data;
  if (!documentId) return <Navigate to={`/campaigns/${id}/edit`} replace />;
  return <MailEditor key={documentId} campaign={campaign.data} documentId={documentId} me={me} team={me.team} />;
}
