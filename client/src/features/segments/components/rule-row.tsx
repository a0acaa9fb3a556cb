import { NativeSelect, Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { getControl } from "../kinds/controls";
import type { BuilderContext, Subject } from "../kinds/kind";
import { type Leaf, listSubjectGroups } from "../kinds/registry";
import { describeLeaf, getSubject, withSubject } from "../leaves";
import type { LeafNode } from "../tree";
import classes from "./builder.module.css";
import { RuleActions } from "./rule-actions";
import type { BuilderActions } from "./use-builder";

/** A validation error of a rule: its message and the control it belongs to. */
export interface RuleError {
  readonly words: string;
  readonly part: string;
}

interface Props {
  readonly node: LeafNode;
  readonly known: BuilderContext;
  readonly fault: RuleError | undefined;
  readonly acts: BuilderActions;
}

/** A condition: its subject, its comparison and its value. */
export function RuleRow({ node, known, fault, acts }: Props) {
  const { t } = useTranslation();
  const faultId = useId();
  const { leaf } = node;
  const describedBy = fault ? faultId : undefined;
  const words = describeLeaf(leaf, known, t);
  const Control = getControl(leaf);

  /** `part` separates typing in one control from changes of another, so that undo reverts whole words. */
  function set(next: Leaf, part?: string): void {
    acts.setLeaf(node.key, next, part);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't stand in the line
    <div
      className={classes.row}
      data-rule={node.key}
      data-wrong={fault ? true : undefined}
      role="group"
      aria-label={words}
    >
      <div className={classes.parts}>
        <SubjectSelect
          leaf={leaf}
          known={known}
          onChange={(subject) => set(withSubject(known.grammar, subject, leaf))}
        />
        <Control leaf={leaf} known={known} wrongPart={fault?.part} describedBy={describedBy} onChange={set} />
      </div>
      <RuleActions nodeKey={node.key} name={words} acts={acts} />
      {fault ? (
        <Text size="xs" c="var(--bad)" style={{ gridColumn: "1 / -1" }} id={faultId}>
          {fault.words}
        </Text>
      ) : null}
    </div>
  );
}

interface SubjectProps {
  readonly leaf: Leaf;
  readonly known: BuilderContext;
  readonly onChange: (subject: Subject) => void;
}

function SubjectSelect({ leaf, known, onChange }: SubjectProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      size="xs"
      className={classes.select ?? ""}
      data-part="subject"
      aria-label={t("segments.what")}
      value={getSubject(leaf)}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Subject)}
    >
      {listSubjectGroups(known, leaf, t).map(([group, options]) => {
        const listed = options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ));
        return group ? (
          <optgroup key={group} label={group}>
            {listed}
          </optgroup>
        ) : (
          listed
        );
      })}
    </NativeSelect>
  );
}
