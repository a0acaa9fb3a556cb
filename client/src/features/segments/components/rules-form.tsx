import { Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useMemo, useState } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { useForm } from "@/ui/use-form";
import type { BuilderContext } from "../kinds/kind";
import { findMissingParts } from "../leaves";
import { describeTree } from "../rule-texts";
import { useSize } from "../segments-data";
import { buildTree, createGroupNode, type Rules, toRules } from "../tree";
import { Builder } from "./builder";
import { BuilderContextLoader } from "./builder-context-loader";
import type { RuleError } from "./rule-row";
import classes from "./segment-editor.module.css";
import { createRule, useBuilder } from "./use-builder";

interface Props {
  /** Initial rules; a blank rule when absent. */
  readonly rules: Rules | undefined;
  readonly onApply: (rules: Rules) => void;
  /** The buttons; one of them submits. */
  readonly children: ReactNode;
}

/** Pause in editing before the contacts are counted. */
const PAUSE_MS = 350;

/** Rules for a single use, which are not saved as a segment. */
export function RulesForm(props: Props) {
  return <BuilderContextLoader>{(known) => <Form {...props} known={known} />}</BuilderContextLoader>;
}

function Form({ rules, onApply, children, known }: Props & { readonly known: BuilderContext }) {
  const { t } = useTranslation();
  const [start] = useState(() => (rules ? buildTree(rules) : createGroupNode("all", [createRule(known.grammar)])));
  const builder = useBuilder(start, known.grammar);
  const lacks = findMissingParts(known.grammar, builder.root);
  const isWhole = lacks.size === 0 && builder.root.rules.length > 0;
  // The builder owns the rules, because they have an undo history.
  const form = useForm({
    initial: { rules: builder.root },
    validate: () => (isWhole ? {} : { rules: t("segments.noRules") }),
    onValid: ({ values }) => onApply(toRules(values.rules)),
  });
  const isWrong = form.errorOf("rules") !== undefined;
  const text = JSON.stringify(toRules(builder.root));
  const [asked] = useDebouncedValue(isWhole ? text : undefined, PAUSE_MS);
  const size = useSize(useMemo(() => (asked ? (JSON.parse(asked) as Rules) : undefined), [asked]));
  const isOld = !isWhole || asked !== text || size.isFetching;
  const faults = new Map<string, RuleError>();
  if (isWrong) {
    for (const [key, { text, part }] of lacks) faults.set(key, { words: t(text), part });
  }

  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Stack gap="md" miw={0}>
        <Builder builder={builder} known={known} faults={faults} />
        {isWrong && builder.root.rules.length === 0 ? <Notice kind="bad">{t("segments.noRules")}</Notice> : null}
        <Text
          size="sm"
          lh="md"
          pt="sm"
          c="var(--text2)"
          style={{ borderBlockStart: "1px solid var(--line)", overflowWrap: "anywhere" }}
        >
          {describeTree(builder.root, known, t)}
        </Text>
        <p className={classes.found} role="status" aria-busy={size.isFetching} data-old={isOld || undefined}>
          {size.data ? (
            <>
              <b>{formatInteger(size.data.count)}</b> {t("segments.contacts", { count: size.data.count })}
            </>
          ) : (
            t(isWhole ? "terms.counting" : "segments.notCounted")
          )}
        </p>
        {children}
      </Stack>
    </form>
  );
}
