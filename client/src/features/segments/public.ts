export { RulesForm } from "./components/rules-form";
export { SegmentSentence, SegmentSize } from "./components/segment-cells";
export { SegmentEditor } from "./components/segment-editor";
export { loadSegmentTexts } from "./load-texts";
export {
  type Segment,
  useChangeSegment,
  useCreateSegment,
  useDeleteSegment,
  useSegment,
} from "./segments-data";
export { buildTemplateTree, SEGMENT_TEMPLATES } from "./templates";
export { buildTree, type Rules } from "./tree";
