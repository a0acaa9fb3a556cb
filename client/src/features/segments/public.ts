export { RulesForm } from "./components/rules-form";
export { SegmentSentence, SegmentSize } from "./components/segment-cells";
export { SegmentEditor } from "./components/segment-editor";
export {
  type Segment,
  useChangeSegment,
  useCreateSegment,
  useDeleteSegment,
  useSegment,
  useSegments,
} from "./segments-data";
export { buildTemplateTree, STARTS } from "./starts";
export { type Rules, treeOf } from "./tree";
export { loadSegmentWords } from "./words-source";
