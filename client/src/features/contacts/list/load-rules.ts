import { loadPartTexts } from "../part-texts";

/** Rules also need the texts of segments. */
async function loadRulesParts() {
  const [parts] = await Promise.all([import("./rules-parts"), loadPartTexts("list")]);
  await parts.loadSegmentWords();
  return parts;
}

export async function loadFilterDialog() {
  return { default: (await loadRulesParts()).FilterDialog };
}

export async function loadRulesWords() {
  return { default: (await loadRulesParts()).RulesWords };
}
