import { Box, Button, Fieldset, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { Navigate } from "react-router";
import { findFieldFailure } from "@/lib/describe-failure";
import { findConflictValues, isUnconfirmed } from "@/lib/edit-conflict";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { Notice } from "@/ui/components/notice";
import { SaveBar } from "@/ui/components/save-bar";
import { TextField } from "@/ui/components/text-field";
import { useForm } from "@/ui/use-form";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { usePersistedDraft } from "@/ui/use-persisted-draft";
import type { BuilderContext } from "../kinds/kind";
import { findMissingParts } from "../leaves";
import { describeTree } from "../rule-texts";
import {
  buildTree,
  createGroupNode,
  findNode,
  findPath,
  type GroupNode,
  locateField,
  type Rules,
  toRules,
} from "../tree";
import { Builder } from "./builder";
import { BuilderContextLoader } from "./builder-context-loader";
import { FollowCard } from "./follow-card";
import { MatchesCard } from "./matches-card";
import type { RuleError } from "./rule-row";
import classes from "./segment-editor.module.css";
import { createRule, useBuilder } from "./use-builder";

interface SegmentValues {
  readonly name: string;
  readonly rules: Rules;
}

interface Edited {
  readonly name: string;
  readonly root: GroupNode;
}

/** The last submission. */
interface Sent extends Edited {
  readonly previousFailure: unknown;
  /** Whether the field that the failure names had been edited when the failure arrived; undefined before. */
  readonly isOutdated?: boolean;
}

interface Props {
  readonly segmentId: number | undefined;
  readonly name: string;
  /** Initial rules; a blank rule when absent. */
  readonly root: GroupNode | undefined;
  /** The stored rules of an existing segment. */
  readonly stored?: Rules;
  /** Rules chosen elsewhere, to be checked here before they are saved. */
  readonly proposed?: GroupNode | undefined;
  readonly isReadOnly?: boolean;
  readonly failure: unknown;
  readonly isSaving: boolean;
  /** Path to open once nothing is unsaved; undefined before the segment exists. */
  readonly next?: string | undefined;
  /** `base` is the stored segment that the user has seen; if the stored one has changed, the save is rejected. */
  readonly onSave: (
    body: SegmentValues & { readonly base: SegmentValues },
    saved: (segment?: SegmentValues) => void,
  ) => void;
}

/** Pause in editing before the contacts are counted. */
const PAUSE_MS = 350;
const MAX_NAME_CHARACTERS = 100;

/** The stored segment that the user has seen, and the form state that corresponds to it without changes. */
function buildBase({ name, rules }: SegmentValues, written: string, formRules: Rules) {
  return { segment: { name, rules }, written, text: JSON.stringify(formRules) };
}

/** The rule of the submission that the failure names; undefined if it has changed since. */
function findRejectedRule(sent: Edited, root: GroupNode, field: string) {
  const rule = locateField(sent.root, field);
  const find = (tree: GroupNode) => rule && findNode(tree, findPath(tree, rule.key) ?? []);
  return find(root) === find(sent.root) ? rule : undefined;
}

/** Editor of a segment's name and rules, with its contacts. Waits for the grammar. */
export function SegmentEditor(props: Props) {
  return (
    <BuilderContextLoader ownId={props.segmentId}>
      {(known) => <Editor {...props} known={known} />}
    </BuilderContextLoader>
  );
}

function Editor({
  segmentId,
  name,
  root,
  stored,
  proposed,
  isReadOnly,
  failure,
  isSaving,
  next,
  onSave,
  known,
}: Props & { known: BuilderContext }) {
  const { t } = useTranslation();
  const [start] = useState(() => root ?? createGroupNode("all", [createRule(known.grammar)]));
  const builder = useBuilder(proposed ?? start, known.grammar);
  const [base, setBase] = useState(() => buildBase({ name, rules: stored ?? toRules(start) }, name, toRules(start)));
  const [conflict, setConflict] = useState<unknown>();
  const [settled, setSettled] = useState<unknown>();
  const [written, setWritten] = useState(name);
  const [nameKey, setNameKey] = useState(0);
  const [sent, setSent] = useState<Sent>();

  const rules = toRules(builder.root);
  const text = JSON.stringify(rules);
  // A save without a response may have been stored.
  const isUncertain = segmentId !== undefined && failure !== settled && isUnconfirmed(failure);
  const isDirty = isUncertain || written !== base.written || text !== base.text;
  const lacks = findMissingParts(known.grammar, builder.root);
  const isWhole = lacks.size === 0 && builder.root.rules.length > 0;

  const shown = sent && failure !== sent.previousFailure ? failure : undefined;
  const placed = findFieldFailure(shown, t);
  // A server error stays until its field changes. Undo does not bring it back.
  const refused = sent && placed ? findRejectedRule(sent, builder.root, placed.field) : undefined;
  const isEdited =
    sent !== undefined &&
    placed !== undefined &&
    (placed.field === "name" ? sent.name !== written : !refused && sent.root !== builder.root);
  if (sent && shown && sent.isOutdated === undefined) setSent({ ...sent, isOutdated: isEdited });
  if (sent?.isOutdated === false && isEdited) setSent(undefined);
  const isOutdated = sent?.isOutdated ?? false;
  // Only checks and shows errors: the builder owns the rules, and a conflict is about both fields.
  const form = useForm({
    initial: { name: written, root: builder.root },
    validate: (values) => ({
      ...(values.name.trim() === "" ? { name: t("segments.nameMissing") } : {}),
      ...(isWhole ? {} : { root: t("segments.noRules") }),
    }),
    failure: isOutdated || findConflictValues(shown) ? undefined : shown,
    onValid: ({ values }) => {
      setSent({ ...values, previousFailure: failure });
      onSave({ name: written.trim(), rules, base: base.segment }, (saved) => {
        setBase(buildBase(saved ?? { name: written, rules }, written, rules));
        form.markSaved({});
      });
    },
  });
  const isWrong = form.errorOf("root") !== undefined;

  const [paused] = useDebouncedValue(isWhole ? text : undefined, PAUSE_MS);
  const [lastAsked, setLastAsked] = useState<string>();
  if (paused !== undefined && paused !== lastAsked) setLastAsked(paused);
  const completeRules = useMemo(() => {
    if (!lastAsked) return undefined;
    const whole = JSON.parse(lastAsked) as Rules;
    return { rules: whole, root: buildTree(whole) };
  }, [lastAsked]);

  function putBack(nextName: string, next: Rules): void {
    setWritten(nextName);
    setNameKey((key) => key + 1);
    builder.reset(buildTree(next));
    form.discard();
    setSent(undefined);
  }
  function discard(): void {
    const { segment } = base;
    putBack(segment.name, segment.rules);
    setBase(buildBase(segment, segment.name, toRules(buildTree(segment.rules))));
    setSettled(failure);
  }
  usePersistedDraft(`segment:${segmentId ?? "new"}`, {
    values: { name: written, rules, base },
    isDirty,
    restore: (kept) => {
      setBase(kept.base);
      putBack(kept.name, kept.rules);
    },
  });
  const leaving = useLeaveGuard({ isDirty });

  const faults = new Map<string, RuleError>();
  if (isWrong) {
    for (const [key, { text, part }] of lacks) faults.set(key, { words: t(text), part });
  }
  if (refused && placed && !isOutdated && !faults.has(refused.key))
    faults.set(refused.key, { words: placed.text, part: refused.part });
  const theirs = findConflictValues(failure) as Partial<SegmentValues> | undefined;
  if (theirs && failure !== conflict) {
    setConflict(failure);
    // Unedited fields follow the teammate's version.
    if (theirs.name !== undefined && written === base.written) {
      setWritten(theirs.name);
      setNameKey((key) => key + 1);
    }
    if (theirs.rules && text === base.text) builder.reset(buildTree(theirs.rules));
    setBase((old) => {
      const segment = { name: theirs.name ?? old.segment.name, rules: theirs.rules ?? old.segment.rules };
      return buildBase(segment, segment.name, toRules(buildTree(segment.rules)));
    });
  }
  const isConflict = theirs !== undefined && failure !== settled && isDirty;

  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Fieldset variant="unstyled" disabled={isReadOnly}>
        <div className={classes.columns}>
          <Box miw={0}>
            <Card>
              <Stack gap="md" miw={0}>
                <TextField
                  key={nameKey}
                  name="name"
                  label={t("words.name")}
                  defaultValue={written}
                  maxLength={MAX_NAME_CHARACTERS}
                  error={form.errorOf("name")}
                  onEdited={setWritten}
                />
                {isConflict ? (
                  <Notice kind="bad">
                    <Group gap="xs">
                      {t("segments.conflict")}
                      <Button onClick={discard}>{t("terms.useTheirs")}</Button>
                    </Group>
                  </Notice>
                ) : null}
                {isOutdated ? <Notice kind="bad">{t("segments.rejectedEarlier")}</Notice> : null}
                <FailureNotice error={refused ? undefined : form.failure} />
                <Builder builder={builder} known={known} faults={faults} />
                {isWrong && builder.root.rules.length === 0 ? (
                  <Notice kind="bad">{t("segments.noRules")}</Notice>
                ) : null}
                <Text
                  size="sm"
                  lh="md"
                  pt="sm"
                  c="var(--text2)"
                  style={{ borderBlockStart: "1px solid var(--line)", overflowWrap: "anywhere" }}
                >
                  {describeTree(builder.root, known, t)}
                </Text>
              </Stack>
            </Card>
          </Box>
          <aside className={classes.side}>
            <MatchesCard rules={isWhole ? rules : undefined} asked={completeRules} lacking={lacks.size} known={known} />
            {segmentId === undefined ? null : <FollowCard segmentId={segmentId} />}
          </aside>
        </div>
        {isDirty && !isReadOnly ? (
          <SaveBar
            saveLabel={t(segmentId === undefined ? "terms.createSegment" : "segments.save")}
            isSaving={isSaving}
            onDiscard={discard}
          />
        ) : null}
      </Fieldset>
      <LeaveDialog guard={leaving} title={t("terms.leaveWithoutSaving")} confirmLabel={t("words.discardAndLeave")}>
        {t("segments.leaveText")}
      </LeaveDialog>
      {next && !isDirty ? <Navigate to={next} replace /> : null}
    </form>
  );
}
