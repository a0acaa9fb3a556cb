import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type Me, meQuery, planQuery, useMe } from "@/features/session/public";
import { mutation } from "@/lib/api/data";
import { findFieldFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import type { PageModule, RouteEntry } from "@/lib/routing";
import { ChoiceList } from "@/ui/components/choice-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { PlainButton } from "@/ui/components/plain-button";
import { TextField } from "@/ui/components/text-field";
import { useForm } from "@/ui/use-form";
import { HOME } from "../addresses";
import { BlockedPage } from "./blocked-page";
import { listFirstSteps } from "./first-steps";
import classes from "./welcome-page.module.css";

const MAX_NAME_CHARACTERS = 200;

/** Setup wizard of a new team: its name, then a starting point. Nothing is saved before the last button. */
function WelcomePage({ routes }: { readonly routes: readonly RouteEntry[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useMe();
  const plan = useQuery(planQuery).data;
  const [step, setStep] = useState<"name" | "first">("name");
  const steps = listFirstSteps(routes, {
    permissions: me?.permissions ?? [],
    features: (plan?.features ?? []).filter(({ enable }) => enable).map((feature) => feature.name),
  });
  const [chosen, setChosen] = useState<string>();
  const firstStep = steps.find((one) => one.name === chosen) ?? steps[0];
  const element = useRef<HTMLFormElement>(null);
  const save = useMutation(mutation("put", "/api/companies"));
  const form = useForm({
    initial: { name: me?.team?.name ?? "" },
    validate: (values) => (values.name.trim() === "" ? { name: t("gates.nameMissing") } : {}),
    failure: save.error,
    onValid: () => setStep("first"),
  });
  const name = form.values.name.trim();
  const { onChange: editName, ...nameField } = form.choice("name");

  // Focus moves to the first control of each step, because the pressed button is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the step that moves the focus
  useEffect(() => {
    element.current?.querySelector<HTMLElement>("input:checked, input")?.focus();
  }, [step]);

  function finish(path: string): void {
    save.mutate(
      { body: { name } },
      {
        onSuccess: (team) => {
          client.setQueryData<Me>(meQuery.queryKey, (old) =>
            old?.team ? { ...old, team: { ...old.team, name: team.name } } : old,
          );
          void navigate(path, { replace: true });
        },
        // The name is invalid: return to its step.
        onError: (error) => findFieldFailure(error, t)?.field === "name" && setStep("name"),
      },
    );
  }

  const progress = <p className={classes.progress}>{t("gates.step", { step: step === "name" ? 1 : 2, of: 2 })}</p>;
  if (step === "name") {
    return (
      <BlockedPage title={t("gates.nameTitle")}>
        {progress}
        <form ref={element} className={classes.form} onSubmit={form.onSubmit} noValidate>
          <TextField
            {...nameField}
            label={t("gates.nameLabel")}
            help={t("gates.nameHelp")}
            autoComplete="organization"
            maxLength={MAX_NAME_CHARACTERS}
            onEdited={(typed) => {
              editName(typed);
              save.reset();
            }}
          />
          <div className={classes.actions}>
            <PlainButton type="submit" kind="primary">
              {t("terms.continue")}
            </PlainButton>
          </div>
        </form>
      </BlockedPage>
    );
  }
  return (
    <BlockedPage title={t("gates.firstTitle", { name })}>
      {progress}
      <form
        ref={element}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          finish(firstStep?.path ?? HOME);
        }}
      >
        <FailureNotice error={form.failure} />
        <ChoiceList
          legend={t("terms.startWith")}
          look="framed"
          value={firstStep?.name}
          options={steps.map(({ name: value, label, help, icon: Icon }) => ({
            value,
            label: t(label),
            help: t(help),
            icon: <Icon size={18} stroke={1.7} />,
          }))}
          onChange={setChosen}
        />
        <div className={classes.actions}>
          <PlainButton type="submit" kind="primary" isBusy={save.isPending}>
            {t("gates.start")}
          </PlainButton>
          <PlainButton onClick={() => setStep("name")}>{t("words.back")}</PlainButton>
          <PlainButton kind="quiet" onClick={() => save.isPending || finish(HOME)}>
            {t("gates.skip")}
          </PlainButton>
        </div>
      </form>
    </BlockedPage>
  );
}

export function createWelcomeModule(routes: readonly RouteEntry[]): PageModule {
  return { Page: () => <WelcomePage routes={routes} /> };
}
