export { PausedNotice } from "./health/components/paused-notice";
