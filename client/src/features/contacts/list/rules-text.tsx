import { type Rules, SegmentSentence } from "@/features/segments/public";
import classes from "./list.module.css";

/** The conditions of the list as a sentence. */
export function RulesText({ rules }: { readonly rules: string }) {
  return (
    <span className={classes.words}>
      <SegmentSentence rules={JSON.parse(rules) as Rules} isBrief />
    </span>
  );
}
