import { useState } from "react";
import { type Campaign, CampaignPreview } from "@/features/campaigns/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";

interface Props {
  readonly campaign: Campaign;
  /** Of an A/B test: the variant that is shown. */
  readonly variantId: string | undefined;
  readonly revision: number;
  readonly onClose: () => void;
}

/** The mail as the engine that sends makes it, for one contact. */
export function PreviewDialog({ campaign, variantId, revision, onClose }: Props) {
  const { t } = useTranslation();
  const [contactId, setContactId] = useState<number>();
  return (
    <Dialog title={t("terms.preview")} size={1000} onClose={onClose}>
      <CampaignPreview
        // Both only grow: what was made of an older document is not shown for a newer one.
        campaign={{ ...campaign, revision: campaign.revision + revision }}
        variantId={variantId}
        contactId={contactId}
        onContact={setContactId}
      />
    </Dialog>
  );
}
