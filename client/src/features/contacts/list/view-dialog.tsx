import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { CheckBox } from "../components/check-box";
import { Dialog } from "../components/dialog";
import dialog from "../components/dialog.module.css";
import { useMay } from "../use-may";
import classes from "./list.module.css";
import type { Look } from "./view-look";
import { useSaveView, type View } from "./views-data";

interface Props {
  /** The view to rename or share; a new one when absent. */
  readonly view: View | undefined;
  readonly look: Look;
  readonly onSaved: (view: View) => void;
  readonly onClose: () => void;
}

const NAME_LENGTH = 60;

/** Gives what the list shows a name. */
export function ViewDialog({ view, look, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.shared ?? false);
  const [isChecked, setChecked] = useState(false);
  const save = useSaveView();
  const missing = isChecked && name.trim() === "" ? t("contactList.views.nameMissing") : undefined;
  // Somebody else's view stays within the reach of all.
  const mayShare = may("edit") && (view?.own ?? true);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (name.trim() === "") return;
    const kept = view ? { filter: view.filter, sort: view.sort, columns: [...view.columns] } : look;
    save.mutate({ id: view?.id, body: { ...kept, name, shared: isShared } }, { onSuccess: onSaved });
  }

  return (
    <Dialog title={t(view ? "contactList.views.edit" : "contactList.views.saveNew")} onClose={onClose}>
      <form className={dialog.form} onSubmit={onSubmit} noValidate>
        <TextInput
          label={t("contactList.views.name")}
          description={view ? undefined : t("contactList.views.nameHelp")}
          size="md"
          value={name}
          maxLength={NAME_LENGTH}
          error={missing ?? (isFailure(save.error) ? describeFailure(save.error, t) : undefined)}
          onChange={(event) => {
            setName(event.currentTarget.value);
            save.reset();
          }}
          data-autofocus
        />
        {mayShare ? (
          <CheckBox line={classes.share} isTicked={isShared} onChange={setShared}>
            <span>{t("contactList.views.share")}</span>
            <small>{t("contactList.views.shareHelp")}</small>
          </CheckBox>
        ) : null}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {t(view ? "contactList.views.save" : "contactList.views.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
