import { useState } from "react";
import { type Campaign, CampaignPreview } from "@/features/campaigns/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";

interface Props {
  readonly campaign: Campaign;
  /** Displayed variant of an A/B test. */
  readonly variantId: string | undefined;
  readonly revision: number;
  readonly onClose: () => void;
}

/** The email for one contact, rendered by the sending engine. */
export function PreviewDialog({ campaign, variantId, revision, onClose }: Props) {
  const { t } = useTranslation();
  const [contactId, setContactId] = useState<number>();
  return (
    <Dialog title={t("terms.preview")} size={1000} onClose={onClose}>
      <CampaignPreview
        // Both revisions only increase, so their sum identifies the newer document: an old preview never shows for it.
        campaign={{ ...campaign, revision: campaign.revision + revision }}
        variantId={variantId}
        contactId={contactId}
        onContact={setContactId}
      />
    </Dialog>
  );
}
