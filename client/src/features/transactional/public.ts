export { SmtpFigures } from "./components/home-slot";
export { type Overview, overviewQuery, useOverview } from "./overview-data";
