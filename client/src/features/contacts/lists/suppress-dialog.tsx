import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { Notice } from "@/ui/components/notice";
import { Segmented } from "@/ui/components/segmented";
import { toast } from "@/ui/toasts";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { Dialog } from "../components/dialog";
import dialog from "../components/dialog.module.css";
import classes from "./lists.module.css";
import { Outcome } from "./outcome";
import { addressesIn } from "./pasted";
import { MOST_PASTED, SCOPES, type Scope, useSuppress } from "./suppressions-data";

const ENDS = ["never", "30", "90", "365"] as const;
type End = (typeof ENDS)[number];
const DAY_MS = 86_400_000;

function momentOf(end: End): string | null {
  return end === "never" ? null : new Date(Date.now() + Number(end) * DAY_MS).toISOString();
}

/** Puts addresses on the list: one, or as many as are pasted. */
export function SuppressDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [scope, setScope] = useState<Scope>("marketing");
  const [end, setEnd] = useState<End>("never");
  const [isChecked, setChecked] = useState(false);
  useKeptDraft("suppressions:new", { values: text, isDirty: text !== "", restore: setText });
  const add = useSuppress();
  const emails = addressesIn(text);
  const most = integer(MOST_PASTED);
  const problem =
    emails.length === 0
      ? t("suppressions.addressesMissing")
      : emails.length > MOST_PASTED
        ? t("suppressions.addressesTooMany", { most })
        : undefined;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (problem) return;
    add.mutate(
      { body: { emails: [...emails], scope, expiresAt: momentOf(end) } },
      {
        onSuccess: ({ added, known, invalid }) => {
          if (invalid > 0 || known > 0) return;
          toast("success", t("suppressions.added", { count: added, total: integer(added) }));
          onClose();
        },
      },
    );
  }

  if (add.data && (add.data.invalid > 0 || add.data.known > 0)) {
    return (
      <Dialog title={t("suppressions.add")} onClose={onClose}>
        <Outcome of={add.data} />
        <div className={dialog.actions}>
          <Button variant="filled" onClick={onClose} data-autofocus>
            {t("suppressions.done")}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t("suppressions.add")} onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <Textarea
          label={t("suppressions.addresses")}
          description={t("suppressions.addressesHelp", { most })}
          rows={5}
          value={text}
          error={isChecked ? problem : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.field}>
          <span className={classes.label} aria-hidden="true">
            {t("suppressions.scope")}
          </span>
          <Segmented
            label={t("suppressions.scope")}
            value={scope}
            isWide
            options={SCOPES.map((value) => ({ value, label: t(`suppressions.scopes.${value}`) }))}
            onChange={setScope}
          />
        </div>
        <label className={classes.field}>
          <span className={classes.label}>{t("suppressions.end")}</span>
          <select
            className={classes.select}
            value={end}
            onChange={({ currentTarget }) => setEnd(ENDS.find((each) => each === currentTarget.value) ?? "never")}
          >
            {ENDS.map((each) => (
              <option key={each} value={each}>
                {t(`suppressions.ends.${each}`)}
              </option>
            ))}
          </select>
          {end === "never" ? null : <span className={classes.quiet}>{t("suppressions.endHelp")}</span>}
        </label>
        {isFailure(add.error) ? <Notice kind="bad">{describeFailure(add.error, t)}</Notice> : null}
        <div className={dialog.actions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={add.isPending}>
            {t("suppressions.addConfirm")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
