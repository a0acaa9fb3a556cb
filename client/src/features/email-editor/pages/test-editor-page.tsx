import { useParams } from "react-router";
import { useAbTest } from "@/features/campaigns/public";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { CampaignEditor } from "../components/campaign-editor";

/** Email editor of an A/B test; its variants if the test compares content. */
export function TestEditorPage() {
  const { id = "" } = useParams();
  return (
    <CampaignEditor
      campaign={throwIfMissingBeforeFirstData(useAbTest(id))}
      list={{ label: "terms.abTests", to: "/ab-tests" }}
    />
  );
}
