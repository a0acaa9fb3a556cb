import { Button, Flex, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { lazy, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useCan } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { formatDateTime } from "@/lib/dates";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { Columns } from "@/ui/components/columns";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { Notice } from "@/ui/components/notice";
import { Segmented } from "@/ui/components/segmented";
import { toast } from "@/ui/toasts";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { usePersistedDraft } from "@/ui/use-persisted-draft";
import type { Template, TemplateVersion } from "../shapes";
import { describeProblem, EMPTY_CONTENT, findMissingParts, findProblems, type TemplateDraft, toDraft } from "./draft";
import { Preview } from "./preview";
import classes from "./templates.module.css";
import { useWriteVersion } from "./templates-data";
import { readTestData } from "./test-data";

const TestDialog = lazy(async () => ({ default: (await import("./test-dialog")).TestDialog }));

const PARTS = ["html", "text", "data"] as const;
type Part = (typeof PARTS)[number];
const EXAMPLE_TAG = "{{order_id}}";
const MAX_SUBJECT_LENGTH = 998;

/** Editor of a template with its preview. Saving keeps a draft; publishing makes it the active version. */
export function Editor({ template }: { readonly template: Template }) {
  const { t } = useTranslation();
  const canEdit = useCan()("transactional.edit");
  const [number, choose] = useState<number>();
  const shown = template.versions.find((version) => version.number === number) ?? template.versions[0];
  const saved = toDraft(shown ?? EMPTY_CONTENT);
  const [typed, setTyped] = useState<TemplateDraft>();
  const [part, setPart] = useState<Part>("html");
  const [isTesting, setTesting] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const subjectBox = useRef<HTMLInputElement>(null);
  const contentBox = useRef<HTMLTextAreaElement>(null);
  const write = useWriteVersion(template.id);
  const draft = typed ?? saved;
  const isDirty = typed !== undefined && JSON.stringify(typed) !== JSON.stringify(saved);
  const data = readTestData(draft.data);
  const guard = useLeaveGuard({ isDirty });
  usePersistedDraft(`trx-template:${template.id}`, { values: draft, isDirty, restore: setTyped });
  const failure = isFailure(write.error) ? write.error : undefined;
  const problems = findProblems(draft, { failure, isPublishing }, t);

  function setField(change: Partial<TemplateDraft>): void {
    write.reset();
    setTyped({ ...draft, ...change });
  }

  function discard(): void {
    const discardedDraft = draft;
    write.reset();
    setPublishing(false);
    setTyped(undefined);
    toast("info", t("transactional.templates.discarded"), {
      action: { label: t("words.undo"), run: () => setTyped(discardedDraft) },
    });
  }

  const canPublish = isDirty || shown?.publishedAt === null;

  function save(isPublished: boolean): void {
    if (isPublished ? !canPublish : !isDirty) return;
    if (!data) {
      setPart("data");
      return;
    }
    setPublishing(isPublished);
    const { noSubject, noContent } = findMissingParts(draft);
    if (isPublished && (noSubject || noContent)) {
      // The focused field might be on another tab, so that tab renders first.
      if (noContent && part === "data") flushSync(() => setPart("html"));
      (noSubject ? subjectBox : contentBox).current?.focus();
      return;
    }
    const { subject, html, text } = draft;
    write.mutate(
      { content: { subject, html, text, testData: data }, isPublished },
      {
        onSuccess: ({ versions: [newest] }) => {
          choose(newest?.number);
          setTyped(undefined);
          toast("success", t(isPublished ? "transactional.templates.published" : "transactional.templates.saved"));
        },
      },
    );
  }

  return (
    <Columns count={2} minWidth={380} isUneven>
      <form
        className={classes.pane}
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
      >
        <Group gap="xs" className={classes.line ?? ""}>
          <NativeSelect
            size="sm"
            aria-label={t("transactional.templates.version")}
            value={String(shown?.number ?? "")}
            disabled={isDirty}
            onChange={({ currentTarget }) => {
              choose(Number(currentTarget.value));
              setTyped(undefined);
            }}
            data={template.versions.map((version) => ({
              value: String(version.number),
              label: describeVersion(version, template, t),
            }))}
          />
          {canEdit ? (
            <Flex component="span" gap="xs" ms="auto">
              {isDirty ? <Button onClick={discard}>{t("ui.discard")}</Button> : null}
              <Button
                type="submit"
                aria-disabled={!isDirty || undefined}
                loading={write.isPending && !write.variables.isPublished}
              >
                {t("transactional.templates.save")}
              </Button>
              <Button
                variant="filled"
                aria-disabled={!canPublish || undefined}
                loading={write.isPending && write.variables.isPublished}
                onClick={() => save(true)}
              >
                {t("transactional.templates.publish")}
              </Button>
            </Flex>
          ) : null}
        </Group>
        {failure && !problems.subject && !problems[part] ? (
          <Notice kind="bad">{describeProblem(failure, t)}</Notice>
        ) : null}
        <TextInput
          ref={subjectBox}
          label={t("terms.subject")}
          value={draft.subject}
          maxLength={MAX_SUBJECT_LENGTH}
          readOnly={!canEdit}
          dir="auto"
          error={problems.subject}
          onChange={(event) => setField({ subject: event.currentTarget.value })}
        />
        <Segmented
          label={t("transactional.templates.part")}
          value={part}
          options={PARTS.map((value) => ({ value, label: t(`transactional.templates.parts.${value}`) }))}
          onChange={setPart}
        />
        <Textarea
          key={part}
          ref={contentBox}
          aria-label={t(`transactional.templates.parts.${part}`)}
          description={t(`transactional.templates.help.${part}`, { tag: EXAMPLE_TAG })}
          classNames={{ input: classes.code ?? "" }}
          rows={22}
          value={draft[part]}
          readOnly={!canEdit}
          spellCheck={part === "text"}
          error={problems[part]}
          onChange={(event) => setField({ [part]: event.currentTarget.value })}
        />
      </form>
      <Preview
        template={template}
        version={shown}
        isBehind={isDirty}
        onTest={canEdit ? () => setTesting(true) : undefined}
      />
      <LeaveDialog guard={guard} title={t("terms.leaveWithoutSaving")} confirmLabel={t("words.discardAndLeave")}>
        {t("transactional.templates.leaveText")}
      </LeaveDialog>
      <Suspense fallback={null}>
        {isTesting && shown ? (
          <TestDialog templateId={template.id} version={shown.number} onClose={() => setTesting(false)} />
        ) : null}
      </Suspense>
    </Columns>
  );
}

function describeVersion(version: TemplateVersion, template: Template, t: Translate): string {
  const { number, publishedAt, createdAt } = version;
  if (publishedAt === null) return t("transactional.templates.draft", { number });
  const at = formatDateTime(publishedAt ?? createdAt);
  return t(number === template.version ? "transactional.templates.inUse" : "transactional.templates.former", {
    number,
    at,
  });
}
