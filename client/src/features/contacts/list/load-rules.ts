import { textsOf } from "../part-texts";

/** Rules also need the texts of segments. */
async function rulesParts() {
  const [parts] = await Promise.all([import("./rules-parts"), textsOf("list")]);
  await parts.loadSegmentWords();
  return parts;
}

export async function loadFilterDialog() {
  return { default: (await rulesParts()).FilterDialog };
}

export async function loadRulesWords() {
  return { default: (await rulesParts()).RulesWords };
}
