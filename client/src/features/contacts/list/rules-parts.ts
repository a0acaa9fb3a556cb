export { loadSegmentWords } from "@/features/segments/public";
export { FilterDialog } from "./filter-dialog";
export { RulesWords } from "./rules-words";
