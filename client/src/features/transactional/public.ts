export { SmtpFigures } from "./components/home-slot";
export { overviewQuery, type TrxOverview, useOverview } from "./overview-data";
