export { SelectionActions } from "../components/selection-actions";
export { AddToSegmentDialog } from "./add-to-segment-dialog";
export { DefaultView } from "./default-view";
export { FromSegment } from "./from-segment";
export { ListFilter } from "./list-filter";
export { SubscriptionDialog } from "./subscription-dialog";
export { ViewMenu } from "./view-menu";
