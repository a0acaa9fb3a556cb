export { SelectionActions } from "../components/selection-actions";
export { AddToSegmentDialog } from "./add-to-segment-dialog";
export { DefaultView } from "./default-view";
export { ListFilter } from "./list-filter";
export { SegmentFilterNotice } from "./segment-filter-notice";
export { SubscriptionDialog } from "./subscription-dialog";
export { ViewMenu } from "./view-menu";
