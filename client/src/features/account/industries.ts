import type { CompanyChanges } from "./account-data";

type Industry = Exclude<NonNullable<CompanyChanges["industry"]>, "">;

/** All industries in the specified order (TEAM-65); a missing one is a compile error. */
const INDUSTRY_ORDER: Readonly<Record<Industry, true>> = {
  Agency: true,
  Automotive: true,
  Banking: true,
  Communication: true,
  "Charity/Non-Profit": true,
  "Education and Training": true,
  Entertainment: true,
  "Financial Services": true,
  "Financial Technology": true,
  "Fast Moving Consumer Goods (FMCG)": true,
  "E-commerce": true,
  Government: true,
  Insurance: true,
  "Legal Services": true,
  "Media and Publishing": true,
  "Online Shop": true,
  "Real-Estate / Property": true,
  "Religious Org.": true,
  "Restaurant & Food": true,
  Retail: true,
  "Software Company": true,
  Transportation: true,
  "Travel and Tourism": true,
  Manufacture: true,
  Other: true,
};

export const INDUSTRIES = Object.keys(INDUSTRY_ORDER) as readonly Industry[];
