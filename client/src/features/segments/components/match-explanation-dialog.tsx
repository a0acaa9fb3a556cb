import { Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useSegments } from "@/features/lookups/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { LoadFailed } from "@/ui/components/load-failed";
import type { BuilderContext } from "../kinds/kind";
import { getKind } from "../kinds/registry";
import { describeLeaf } from "../leaves";
import { getJoin } from "../rule-texts";
import { type MatchExplanation, type MatchingContact, type Segment, useMatchExplanation } from "../segments-data";
import { buildTree, type GroupNode, type RuleNode, type Rules } from "../tree";
import classes from "./match-explanation-dialog.module.css";

interface Props {
  readonly contact: Pick<MatchingContact, "contactId" | "fullname" | "email">;
  readonly rules: Rules;
  readonly root: GroupNode;
  readonly known: BuilderContext;
  readonly onClose: () => void;
}

/** The rules, each with whether it matches a contact. */
export function MatchExplanationDialog({ contact, rules, root, known, onClose }: Props) {
  const { t } = useTranslation();
  const { data: verdict, error, refetch } = useMatchExplanation(rules, contact.contactId);
  const { data: segments = [] } = useSegments();
  const name = contact.fullname || contact.email;
  return (
    <Dialog title={t("segments.whyNamed", { name })} size={560} onClose={onClose}>
      {error ? <LoadFailed failure={error} onRetry={() => void refetch()} /> : null}
      {verdict ? (
        <>
          <Text size="sm" mb="sm" c="var(--text2)">
            {t(verdict.holds ? "segments.isInBecause" : "segments.isOutBecause", { name })}
          </Text>
          <ul className={classes.tree}>
            <RuleResult node={root} verdict={verdict} known={known} segments={segments} />
          </ul>
        </>
      ) : null}
      {!verdict && !error ? (
        <Text size="sm" mb="sm" c="var(--text2)">
          {t("segments.judging")}
        </Text>
      ) : null}
    </Dialog>
  );
}

interface RuleResultProps {
  readonly node: RuleNode;
  readonly verdict: MatchExplanation;
  readonly known: BuilderContext;
  readonly segments: readonly Segment[];
}

function RuleResult({ node, verdict, known, segments }: RuleResultProps) {
  const { t } = useTranslation();
  const countText = verdict.times === null ? "" : t("segments.found", { count: verdict.times, total: verdict.times });
  if (node.kind === "group") {
    return (
      <RuleResultLine holds={verdict.holds} words={<b>{t(`segments.joins.${getJoin(node)}`)}</b>}>
        <ChildResults nodes={node.rules} verdicts={verdict.below} known={known} segments={segments} />
      </RuleResultLine>
    );
  }
  const { leaf } = node;
  const rulesBelow = getKind(leaf).rulesBelow?.(leaf, segments);
  const [inner] = verdict.below;
  return (
    <RuleResultLine holds={verdict.holds} words={describeLeaf(leaf, known, t)} countText={countText}>
      {rulesBelow && inner ? (
        <ChildResults nodes={[buildTree(rulesBelow)]} verdicts={[inner]} known={known} segments={segments} />
      ) : null}
    </RuleResultLine>
  );
}

interface ChildResultsProps extends Pick<RuleResultProps, "known" | "segments"> {
  readonly nodes: readonly RuleNode[];
  readonly verdicts: readonly MatchExplanation[];
}

function ChildResults({ nodes, verdicts, known, segments }: ChildResultsProps) {
  return (
    <ul className={classes.tree}>
      {nodes.map((node, index) => {
        const verdict = verdicts[index];
        return verdict ? (
          <RuleResult key={node.key} node={node} verdict={verdict} known={known} segments={segments} />
        ) : null;
      })}
    </ul>
  );
}

interface RuleResultLineProps {
  readonly holds: boolean;
  readonly words: ReactNode;
  readonly countText?: string;
  readonly children: ReactNode;
}

function RuleResultLine({ holds, words, countText, children }: RuleResultLineProps) {
  const { t } = useTranslation();
  const Icon = holds ? IconCheck : IconX;
  return (
    <li>
      <div className={classes.line} data-holds={holds}>
        <Icon size={16} stroke={2} aria-hidden="true" />
        <span>
          {words}
          {countText ? <small>{countText}</small> : null}
        </span>
        <em>{t(holds ? "segments.holds" : "segments.holdsNot")}</em>
      </div>
      {children}
    </li>
  );
}
