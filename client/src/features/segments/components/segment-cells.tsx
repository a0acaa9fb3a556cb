import { Box, Text } from "@mantine/core";
import { useMemo } from "react";
import { useCountryName, useLabels, useSegments } from "@/features/lookups/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { describeRulesOnly, describeTree } from "../rule-texts";
import { NO_GRAMMAR, useGrammar, useSize } from "../segments-data";
import { buildTree, type Rules } from "../tree";
import classes from "./segment-cells.module.css";

interface Props {
  readonly rules: Rules;
}

/** The rules of a segment as one sentence; `isBrief` omits the mention of all contacts. */
export function SegmentSentence({ rules, isBrief = false }: Props & { readonly isBrief?: boolean }) {
  const { t } = useTranslation();
  const { data: grammar = NO_GRAMMAR, isSuccess } = useGrammar();
  const { data: labels = NONE } = useLabels();
  const { data: segments = NONE } = useSegments();
  const tree = useMemo(() => buildTree(rules), [rules]);
  const known = { grammar, labels, segments, countryName: useCountryName() };
  const words = isSuccess ? (isBrief ? describeRulesOnly : describeTree)(tree, known, t) : "";
  return (
    <span className={classes.sentence} title={words}>
      {words}
    </span>
  );
}

const NONE: readonly never[] = [];

/** The current number of contacts in the segment, and how many of them can be emailed. */
export function SegmentSize({ rules }: Props) {
  const { t } = useTranslation();
  const { data, isError } = useSize(rules);
  if (isError)
    return (
      <Text span size="xs" c="dimmed">
        {t("segments.notCounted")}
      </Text>
    );
  if (!data)
    return (
      <Box
        component="span"
        display="inline-block"
        bdrs={5}
        w={56}
        h={10}
        bg="var(--active)"
        role="img"
        aria-label={t("terms.counting")}
      />
    );
  return (
    <span>
      {formatInteger(data.count)}{" "}
      <Text component="small" display="block" size="xs" c="var(--text2)" style={{ whiteSpace: "nowrap" }}>
        {t("segments.mayWrite", { total: formatInteger(data.subscribed) })}
      </Text>
    </span>
  );
}
