export { type Advice, groupByCampaign, openAbout, useAdvice } from "./advice-data";
export { AdviceList } from "./components/advice-list";
export { RowFlag } from "./components/row-flag";
