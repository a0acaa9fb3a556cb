import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { TFunction } from "i18next";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMe } from "@/features/session/public";
import { type ApiFailure, isFailure } from "@/lib/api/failure";
import { formatDateTime } from "@/lib/dates";
import { describeFailure } from "@/lib/describe-failure";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { Notice } from "@/ui/components/notice";
import { Segmented } from "@/ui/components/segmented";
import { toast } from "@/ui/toasts";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import type { Template, TemplateContent, TemplateVersion } from "../shapes";
import classes from "./templates.module.css";
import { useFilled, useWriteVersion } from "./templates-data";
import { readTestData, writeTestData } from "./test-data";

const TestDialog = lazy(async () => ({ default: (await import("./test-dialog")).TestDialog }));

const PARTS = ["html", "text", "data"] as const;
type Part = (typeof PARTS)[number];
/** A merge tag as an example. */
const TAG = "{{order_id}}";
const SUBJECT_LENGTH = 998;

interface Draft {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** As it is typed: it may not be JSON yet. */
  readonly data: string;
}

const NOTHING: TemplateContent = { subject: "", html: "", text: "", testData: {} };

function draftOf({ subject, html, text, testData }: TemplateContent): Draft {
  return { subject, html, text, data: writeTestData(testData) };
}

/** The words of a template with what they become: a draft is saved as often as one likes, publishing makes it the one used. */
export function Editor({ template }: { readonly template: Template }) {
  const { t } = useTranslation();
  const mayEdit = useMe()?.permissions.includes("transactional.edit") ?? false;
  const [number, choose] = useState<number>();
  const shown = template.versions.find((version) => version.number === number) ?? template.versions[0];
  const saved = draftOf(shown ?? NOTHING);
  const [typed, setTyped] = useState<Draft>();
  const [part, setPart] = useState<Part>("html");
  const [isTesting, setTesting] = useState(false);
  const write = useWriteVersion(template.id);
  const draft = typed ?? saved;
  const isDirty = typed !== undefined && JSON.stringify(typed) !== JSON.stringify(saved);
  const data = readTestData(draft.data);
  const guard = useLeaveGuard({ isDirty });
  useKeptDraft(`trx-template:${template.id}`, { values: draft, isDirty, restore: setTyped });
  const failure = isFailure(write.error) ? write.error : undefined;

  function put(change: Partial<Draft>): void {
    write.reset();
    setTyped({ ...draft, ...change });
  }

  function discard(): void {
    const lost = draft;
    write.reset();
    setTyped(undefined);
    toast("info", t("transactional.templates.discarded"), {
      action: { label: t("transactional.templates.undo"), run: () => setTyped(lost) },
    });
  }

  function save(isPublished: boolean): void {
    if (!data) {
      setPart("data");
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

  const canPublish = isDirty || shown?.publishedAt === null;
  return (
    <div className={classes.editor}>
      <form
        className={classes.pane}
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
      >
        <div className={classes.line}>
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
              label: versionWords(version, template, t),
            }))}
          />
          {mayEdit ? (
            <span className={classes.end}>
              {isDirty ? <Button onClick={discard}>{t("ui.discard")}</Button> : null}
              <Button type="submit" disabled={!isDirty} loading={write.isPending && !write.variables.isPublished}>
                {t("transactional.templates.save")}
              </Button>
              <Button
                variant="filled"
                disabled={!canPublish}
                loading={write.isPending && write.variables.isPublished}
                onClick={() => save(true)}
              >
                {t("transactional.templates.publish")}
              </Button>
            </span>
          ) : null}
        </div>
        {failure ? <Notice kind="bad">{problemOf(failure, t)}</Notice> : null}
        <TextInput
          label={t("transactional.templates.subject")}
          value={draft.subject}
          maxLength={SUBJECT_LENGTH}
          readOnly={!mayEdit}
          dir="auto"
          onChange={(event) => put({ subject: event.currentTarget.value })}
        />
        <Segmented
          label={t("transactional.templates.part")}
          value={part}
          options={PARTS.map((value) => ({ value, label: t(`transactional.templates.parts.${value}`) }))}
          onChange={setPart}
        />
        <Textarea
          key={part}
          aria-label={t(`transactional.templates.parts.${part}`)}
          description={t(`transactional.templates.help.${part}`, { tag: TAG })}
          classNames={{ input: classes.code ?? "" }}
          rows={22}
          value={draft[part]}
          readOnly={!mayEdit}
          spellCheck={part === "text"}
          error={part === "data" && !data ? t("transactional.templates.notJson") : undefined}
          onChange={(event) => put({ [part]: event.currentTarget.value })}
        />
      </form>
      <Preview
        template={template}
        version={shown}
        isBehind={isDirty}
        onTest={mayEdit ? () => setTesting(true) : undefined}
      />
      <LeaveDialog
        guard={guard}
        title={t("transactional.templates.leaveTitle")}
        confirmLabel={t("transactional.templates.leave")}
      >
        {t("transactional.templates.leaveText")}
      </LeaveDialog>
      <Suspense fallback={null}>
        {isTesting && shown ? (
          <TestDialog templateId={template.id} version={shown.number} onClose={() => setTesting(false)} />
        ) : null}
      </Suspense>
    </div>
  );
}

function versionWords(version: TemplateVersion, template: Template, t: TFunction): string {
  const { number, publishedAt, createdAt } = version;
  if (publishedAt === null) return t("transactional.templates.draft", { number });
  const at = formatDateTime(publishedAt ?? createdAt);
  return t(number === template.version ? "transactional.templates.inUse" : "transactional.templates.former", {
    number,
    at,
  });
}

/** A merge tag that isn't one is told with its place. */
function problemOf(failure: ApiFailure, t: TFunction): string {
  const { field, line, column, cause } = failure.payload;
  if (failure.code !== "invalidTag" || line === undefined) return describeFailure(failure, t);
  return t("transactional.templates.badTag", {
    part: t(`transactional.templates.parts.${String(field)}`),
    line: Number(line),
    column: Number(column),
    cause: String(cause ?? ""),
  });
}

interface PreviewProps {
  readonly template: Template;
  readonly version: TemplateVersion | undefined;
  /** What is typed is not saved, so that this shows what was before. */
  readonly isBehind: boolean;
  readonly onTest: (() => void) | undefined;
}

function Preview({ template, version, isBehind, onTest }: PreviewProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState<"html" | "text">("html");
  const filled = useFilled(template.id, version, template.updatedAt);
  const { data } = filled;
  const isText = form === "text" || data?.htmlUrl === null;
  return (
    <section className={classes.pane} aria-label={t("transactional.templates.preview")}>
      <div className={classes.line}>
        <Segmented
          label={t("transactional.templates.preview")}
          value={isText ? "text" : "html"}
          options={(["html", "text"] as const).map((value) => ({
            value,
            label: t(`transactional.templates.parts.${value}`),
          }))}
          onChange={setForm}
        />
        {onTest ? (
          <span className={classes.end}>
            <Button disabled={isBehind || !version} onClick={onTest}>
              {t("transactional.templates.testSend")}
            </Button>
          </span>
        ) : null}
      </div>
      {isBehind ? <p className={classes.hint}>{t("transactional.templates.behind")}</p> : null}
      {filled.isError && isFailure(filled.error) ? (
        <Notice kind="bad">{problemOf(filled.error, t)}</Notice>
      ) : data ? (
        <>
          <p className={classes.subject} dir="auto">
            <b>{data.subject || t("transactional.noSubject")}</b>
          </p>
          {data.missing.length > 0 ? (
            <Notice kind="info">{t("transactional.templates.missing", { tags: data.missing.join(", ") })}</Notice>
          ) : null}
          {isText || data.htmlUrl === null ? (
            <pre className={classes.text} dir="auto">
              {data.text}
            </pre>
          ) : (
            <iframe
              className={classes.frame}
              title={t("transactional.templates.preview")}
              src={data.htmlUrl}
              sandbox=""
              referrerPolicy="no-referrer"
            />
          )}
        </>
      ) : (
        <div className={classes.frame} aria-hidden="true" />
      )}
    </section>
  );
}
