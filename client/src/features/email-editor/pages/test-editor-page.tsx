import { useParams } from "react-router";
import { useAbTest } from "@/features/campaigns/public";
import { throwIfMissingAtFirst } from "@/lib/api/missing";
import { EditorOf } from "../components/editor-of";

/** The mail of an A/B test in the builder, with its variants where they differ in it. */
export function TestEditorPage() {
  const { id = "" } = useParams();
  return (
    <EditorOf campaign={throwIfMissingAtFirst(useAbTest(id))} list={{ label: "terms.abTests", to: "/ab-tests" }} />
  );
}
