import { useState } from "react";
import { CampaignPreview, useCampaign } from "@/features/campaigns/public";
import { ReportFrame } from "../components/report-frame";

/** The sent email as a selected recipient sees it. */
export function ContentPage() {
  return <ReportFrame type="email-marketing">{(_, { id }) => <Content id={id} />}</ReportFrame>;
}

function Content({ id }: { readonly id: string }) {
  const campaign = useCampaign(id).data;
  const [contactId, setContactId] = useState<number>();
  return campaign ? <CampaignPreview campaign={campaign} contactId={contactId} onContact={setContactId} /> : null;
}
