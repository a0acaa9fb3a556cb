import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { useAddTrxDomain } from "./domains-data";
import { KnownDomains } from "./known-domains";
import classes from "./parts/config.module.css";
import { SecretOnce } from "./secret-once";
import type { AddedDomain } from "./shapes";

const NAME_LENGTH = 253;
/** As much of the server's rule as can be told while typing; the server decides. */
const DOMAIN = /^[^\s@/:.]+(\.[^\s@/:.]+)+\.?$/;
/** Refusals that are about the name. */
const ABOUT_NAME = new Set(["senderFreeDomain", "senderOtherDomain", "senderDomainUnsupported", "senderDomainExists"]);

interface Props {
  /** Called when its first key was shown and put away. */
  readonly onDone: (domain: AddedDomain) => void;
  /** Beside the button that adds. */
  readonly beside?: ReactNode;
}

/** Adds a domain, and shows its first key this once. */
export function DomainForm({ onDone, beside }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  const add = useAddTrxDomain();
  const failure = isFailure(add.error) ? add.error : undefined;
  const atName =
    failure && (ABOUT_NAME.has(failure.code ?? "") ? describeFailure(failure, t) : fieldFailureOf(failure, t)?.text);
  const problem = DOMAIN.test(name.trim()) ? undefined : t("transactional.config.domain.nameMalformed");
  const added = add.data;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!problem) add.mutate(name.trim());
  }

  if (added) {
    return (
      <div className={classes.form}>
        <SecretOnce
          label={t("transactional.config.apikey.secret")}
          secret={added.accessToken}
          help={t("transactional.config.domain.firstKeyHelp", { name: added.name })}
          next={`/domain/${added.domainId}`}
        />
        <div className={classes.formActions}>
          <Button variant="filled" onClick={() => onDone(added)}>
            {t("transactional.config.domain.goOn")}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {atName ? null : <FailureNotice error={failure} />}
      <TextInput
        label={t("transactional.config.domain.name")}
        description={t("transactional.config.domain.nameHelp")}
        placeholder="example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        maxLength={NAME_LENGTH}
        error={(isChecked ? problem : undefined) ?? atName}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          add.reset();
        }}
      />
      <KnownDomains
        chosen={name}
        onChoose={(known) => {
          setName(known);
          add.reset();
        }}
      />
      <div className={classes.formActions}>
        <Button type="submit" variant="filled" loading={add.isPending}>
          {t("transactional.config.domain.add")}
        </Button>
        {beside}
      </div>
    </form>
  );
}
