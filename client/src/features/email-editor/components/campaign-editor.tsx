import { Button } from "@mantine/core";
import { Link, Navigate } from "react-router";
import { EditorSkeleton } from "@/builder/screen/editor-skeleton";
import { type AbTest, type Campaign, composerPath } from "@/features/campaigns/public";
import { useMe } from "@/features/session/public";
import { type TextKey, useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import classes from "./blocked-editor.module.css";
import { EmailEditor } from "./email-editor";

interface Props {
  readonly campaign: {
    readonly data: Campaign | AbTest | undefined;
    readonly isLoadingError: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** List of all campaigns of this kind. */
  readonly list: { readonly label: TextKey; readonly to: string };
}

/** Editor of a loaded campaign. A campaign without a document redirects to its composer. */
export function CampaignEditor({ campaign, list }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  if (campaign.isLoadingError) {
    return (
      <main className={classes.blocked}>
        <LoadFailed failure={campaign.error} onRetry={() => void campaign.refetch()} />
        <Button component={Link} to={list.to}>
          {t(list.label)}
        </Button>
      </main>
    );
  }
  if (!campaign.data || !me?.team) return <EditorSkeleton />;
  const { documentId } = campaign.data;
  if (!documentId) return <Navigate to={composerPath(campaign.data)} replace />;
  return <EmailEditor key={documentId} campaign={campaign.data} documentId={documentId} me={me} team={me.team} />;
}
