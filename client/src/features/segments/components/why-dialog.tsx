import { Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { LoadFailed } from "@/ui/components/load-failed";
import type { BuilderKnown } from "../kinds/kind";
import { kindOf } from "../kinds/registry";
import { describeLeaf } from "../leaves";
import {
  type MatchExplanation,
  type MatchingContact,
  type Segment,
  useMatchExplanation,
  useSegments,
} from "../segments-data";
import { type GroupNode, type RuleNode, type Rules, treeOf } from "../tree";
import { joinOf } from "../words";
import classes from "./why-dialog.module.css";

interface Props {
  readonly contact: Pick<MatchingContact, "contactId" | "fullname" | "email">;
  readonly rules: Rules;
  readonly root: GroupNode;
  readonly known: BuilderKnown;
  readonly onClose: () => void;
}

/** The rules, each with whether it matches a contact. */
export function WhyDialog({ contact, rules, root, known, onClose }: Props) {
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
  readonly known: BuilderKnown;
  readonly segments: readonly Segment[];
}

function RuleResult({ node, verdict, known, segments }: RuleResultProps) {
  const { t } = useTranslation();
  const countText = verdict.times === null ? "" : t("segments.found", { count: verdict.times, total: verdict.times });
  if (node.kind === "group") {
    return (
      <Line holds={verdict.holds} words={<b>{t(`segments.joins.${joinOf(node)}`)}</b>}>
        <Below nodes={node.rules} verdicts={verdict.below} known={known} segments={segments} />
      </Line>
    );
  }
  const { leaf } = node;
  const rulesBelow = kindOf(leaf).rulesBelow?.(leaf, segments);
  const [inner] = verdict.below;
  return (
    <Line holds={verdict.holds} words={describeLeaf(leaf, known, t)} countText={countText}>
      {rulesBelow && inner ? (
        <Below nodes={[treeOf(rulesBelow)]} verdicts={[inner]} known={known} segments={segments} />
      ) : null}
    </Line>
  );
}

interface BelowProps extends Pick<RuleResultProps, "known" | "segments"> {
  readonly nodes: readonly RuleNode[];
  readonly verdicts: readonly MatchExplanation[];
}

function Below({ nodes, verdicts, known, segments }: BelowProps) {
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

interface LineProps {
  readonly holds: boolean;
  readonly words: ReactNode;
  readonly countText?: string;
  readonly children: ReactNode;
}

function Line({ holds, words, countText, children }: LineProps) {
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
