export { SmtpMetrics } from "./components/smtp-metrics";
export { overviewQuery, type TrxOverview, useOverview } from "./overview-data";
