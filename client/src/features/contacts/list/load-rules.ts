import { loadPartTexts } from "../part-texts";

/** Rules also need the texts of segments. */
async function loadRulesParts() {
  const [parts] = await Promise.all([import("./rules-parts"), loadPartTexts("list")]);
  await parts.loadSegmentTexts();
  return parts;
}

export async function loadFilterDialog() {
  return { default: (await loadRulesParts()).FilterDialog };
}

export async function loadRulesText() {
  return { default: (await loadRulesParts()).RulesText };
}
