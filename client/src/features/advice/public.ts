export { type Advice, filterOpenAdvice, groupByCampaign, useAdvice } from "./advice-data";
export { AdviceList } from "./components/advice-list";
export { RowFlag } from "./components/row-flag";
