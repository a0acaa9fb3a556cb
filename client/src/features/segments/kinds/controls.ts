import type { ComponentType } from "react";
import { ActivityControl } from "./activity-control";
import { FieldControl } from "./field-control";
import type { ConditionName, RuleControlProps } from "./kind";
import { LabelControl } from "./label-control";
import type { Leaf } from "./registry";
import { SegmentControl } from "./segment-control";

const CONTROLS: { readonly [Name in ConditionName]: ComponentType<RuleControlProps<Extract<Leaf, { kind: Name }>>> } = {
  field: FieldControl,
  activity: ActivityControl,
  label: LabelControl,
  segment: SegmentControl,
};

/** The control shown after the subject in a row. */
export function getControl(leaf: Leaf): ComponentType<RuleControlProps<Leaf>> {
  return CONTROLS[leaf.kind] as ComponentType<RuleControlProps<Leaf>>;
}
