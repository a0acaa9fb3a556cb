import { useParams } from "react-router";
import { useCampaign } from "@/features/campaigns/public";
import { EditorOf } from "../components/editor-of";

/** A campaign's mail in the builder. */
export function EditorPage() {
  const { id = "" } = useParams();
  return <EditorOf campaign={useCampaign(id)} list={{ label: "campaigns.title", to: "/campaigns" }} />;
}
