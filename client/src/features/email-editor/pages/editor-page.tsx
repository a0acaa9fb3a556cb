import { useParams } from "react-router";
import { useCampaign } from "@/features/campaigns/public";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { CampaignEditor } from "../components/campaign-editor";

export function EditorPage() {
  const { id = "" } = useParams();
  return (
    <CampaignEditor
      campaign={throwIfMissingBeforeFirstData(useCampaign(id))}
      list={{ label: "words.campaigns", to: "/campaigns" }}
    />
  );
}
