export { PausedNotice } from "./health/components/held-notice";
