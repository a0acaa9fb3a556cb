export { loadSegmentTexts } from "@/features/segments/public";
export { FilterDialog } from "./filter-dialog";
export { RulesText } from "./rules-text";
