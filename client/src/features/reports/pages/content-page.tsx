import { useState } from "react";
import { useParams } from "react-router";
import { CampaignPreview, useCampaign } from "@/features/campaigns/public";
import { ReportFrame } from "../components/report-frame";

/** The mail that was sent, as one of its recipients sees it. */
export function ContentPage() {
  const { id = "" } = useParams();
  const campaign = useCampaign(id).data;
  const [contactId, setContactId] = useState<number>();
  return (
    <ReportFrame id={id}>
      {() => (campaign ? <CampaignPreview campaign={campaign} contactId={contactId} onContact={setContactId} /> : null)}
    </ReportFrame>
  );
}
