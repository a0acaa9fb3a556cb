import { useId } from "react";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { askableOf, type Subject, subjectOf, withOperator, withSubject } from "../leaves";
import type { Leaf, LeafNode } from "../tree";
import { fieldWords, leafWords } from "../words";
import { ActivityValue } from "./activity-value";
import classes from "./builder.module.css";
import type { BuilderKnown } from "./builder-known";
import { FieldValue } from "./field-value";
import { ManyChoice } from "./many-choice";
import { RuleActions } from "./rule-actions";
import type { Acts } from "./use-builder";

/** What is wrong with a rule: the sentence, and the control that it is about. */
export interface Fault {
  readonly words: string;
  readonly part: string;
}

interface Props {
  readonly node: LeafNode;
  readonly known: BuilderKnown;
  readonly fault: Fault | undefined;
  readonly acts: Acts;
}

/** A condition: what is asked, how it is compared, and with what. */
export function RuleRow({ node, known, fault, acts }: Props) {
  const { t } = useTranslation();
  const faultId = useId();
  const { leaf } = node;
  const describedBy = fault ? faultId : undefined;
  const words = leafWords(leaf, known, t);

  /** `part` tells typing in one control from an act in another, so that undoing takes back whole words. */
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
        <Comparison leaf={leaf} known={known} fault={fault} describedBy={describedBy} onChange={set} />
      </div>
      <RuleActions nodeKey={node.key} name={words} acts={acts} />
      {fault ? (
        <p id={faultId} className={classes.fault}>
          {fault.words}
        </p>
      ) : null}
    </div>
  );
}

interface SubjectProps {
  readonly leaf: Leaf;
  readonly known: BuilderKnown;
  readonly onChange: (subject: Subject) => void;
}

function SubjectSelect({ leaf, known, onChange }: SubjectProps) {
  const { t } = useTranslation();
  const { grammar, segments, ownId } = known;
  const standard = grammar.fields.filter(({ name }) => name === null);
  const own = grammar.fields.filter(({ name }) => name !== null);
  const isGone = leaf.kind === "field" && !askableOf(grammar, leaf.field);
  const hasSegments = leaf.kind === "segment" || segments.some(({ id }) => id !== ownId);
  return (
    <select
      className={classes.select}
      data-part="subject"
      aria-label={t("segments.what")}
      value={subjectOf(leaf)}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Subject)}
    >
      {isGone ? <option value={subjectOf(leaf)}>{t("segments.goneField")}</option> : null}
      <optgroup label={t("words.contact")}>
        {standard.map(({ key }) => (
          <option key={key} value={`field:${key}`}>
            {fieldWords(grammar, key, t)}
          </option>
        ))}
      </optgroup>
      {own.length > 0 ? (
        <optgroup label={t("words.customFields")}>
          {own.map(({ key, name }) => (
            <option key={key} value={`field:${key}`}>
              {name}
            </option>
          ))}
        </optgroup>
      ) : null}
      <optgroup label={t("segments.groupMail")}>
        {grammar.activities.map(({ name }) => (
          <option key={name} value={`activity:${name}`}>
            {t(composedKey(`segments.subjects.${name}`))}
          </option>
        ))}
      </optgroup>
      <optgroup label={t("segments.groupSets")}>
        <option value="label">{t("words.labels")}</option>
        {hasSegments ? <option value="segment">{t("words.segment")}</option> : null}
      </optgroup>
    </select>
  );
}

interface ComparisonProps {
  readonly leaf: Leaf;
  readonly known: BuilderKnown;
  readonly fault: Fault | undefined;
  readonly describedBy: string | undefined;
  readonly onChange: (leaf: Leaf, part?: string) => void;
}

const LABEL_OPERATORS = ["hasAny", "hasAll", "hasNone"] as const;

function Comparison({ leaf, known, fault, describedBy, onChange }: ComparisonProps) {
  const { t } = useTranslation();
  const isWrong = fault !== undefined && fault.part === "value";
  switch (leaf.kind) {
    case "field": {
      const asked = askableOf(known.grammar, leaf.field);
      if (!asked) return null;
      const isDay = asked.kind === "day" || asked.kind === "moment";
      return (
        <>
          <select
            className={classes.select}
            data-part="operator"
            aria-label={t("terms.comparison")}
            value={leaf.operator}
            onChange={({ currentTarget }) => onChange(withOperator(known.grammar, leaf, currentTarget.value))}
          >
            {asked.operators.map(({ name }) => (
              <option key={name} value={name}>
                {t(composedKey(`segments.${isDay && name === "is" ? "operatorsDay" : "operators"}.${name}`))}
              </option>
            ))}
          </select>
          <FieldValue
            leaf={leaf}
            known={known}
            isWrong={isWrong}
            describedBy={describedBy}
            onChange={(value) => onChange({ ...leaf, value }, "value")}
          />
        </>
      );
    }
    case "label":
      return (
        <>
          <select
            className={classes.select}
            data-part="operator"
            aria-label={t("terms.comparison")}
            value={leaf.operator}
            onChange={({ currentTarget }) =>
              onChange({ ...leaf, operator: currentTarget.value as typeof leaf.operator })
            }
          >
            {LABEL_OPERATORS.map((operator) => (
              <option key={operator} value={operator}>
                {t(`segments.labelOperators.${operator}`)}
              </option>
            ))}
          </select>
          <ManyChoice
            label={t("words.labels")}
            isWrong={isWrong}
            describedBy={describedBy}
            options={known.labels.map(({ id, name }) => ({ value: String(id), label: name }))}
            chosen={leaf.labelIds.map(String)}
            onChange={(ids) => onChange({ ...leaf, labelIds: ids.map(Number) })}
          />
        </>
      );
    case "segment":
      return (
        <>
          <select
            className={classes.select}
            data-part="operator"
            aria-label={t("terms.comparison")}
            value={leaf.member ? "in" : "notIn"}
            onChange={({ currentTarget }) => onChange({ ...leaf, member: currentTarget.value === "in" })}
          >
            <option value="in">{t("segments.isIn")}</option>
            <option value="notIn">{t("segments.isNotIn")}</option>
          </select>
          <select
            className={classes.select}
            data-part="value"
            aria-label={t("words.segment")}
            aria-invalid={isWrong || undefined}
            aria-describedby={describedBy}
            value={leaf.segmentId ?? ""}
            onChange={({ currentTarget }) =>
              onChange({ ...leaf, segmentId: currentTarget.value ? Number(currentTarget.value) : null })
            }
          >
            <option value="">{t("segments.choose")}</option>
            {known.segments
              .filter(({ id }) => id !== known.ownId)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </>
      );
    case "activity":
      return (
        <ActivityValue
          leaf={leaf}
          hasSubject={known.grammar.activities.some(({ name, subject }) => name === leaf.activity && subject !== null)}
          wrongPart={fault?.part}
          describedBy={describedBy}
          onChange={(next) => onChange(next, "activity")}
        />
      );
  }
}
