export { HeldNotice } from "./health/components/held-notice";
