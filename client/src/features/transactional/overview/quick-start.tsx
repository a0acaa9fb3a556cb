import { Button } from "@mantine/core";
import { IconCheck, IconKey } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { Segmented } from "@/ui/components/segmented";
import { StatusDot } from "@/ui/components/status-dot";
import { CopyText } from "../components/copy-text";
import { detailPath } from "../event-look";
import type { Overview } from "../shapes";
import classes from "./overview.module.css";
import { PLACE_OF_KEY, useMakeKey, useSnippets } from "./quick-start-data";
import { useStartKeys } from "./start-keys";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** From nothing to the first message: one key, a program that has it and can be copied, and a line that waits with you. */
export function QuickStart({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation();
  const me = useMe();
  const mayMake = me?.permissions.includes("transactional.keys") ?? false;
  const make = useMakeKey();
  const secret = useStartKeys().live;
  const first = overview.firstMessage;
  return (
    <ol className={classes.steps}>
      <Step number={1} title={t("transactional.start.key")} isDone={secret !== undefined || overview.hasKey}>
        {secret ? (
          <>
            <CopyText label={t("transactional.start.secret")} text={secret} isBlock />
            <Notice kind="info">
              {t("transactional.start.once")} {t("transactional.start.oneKey")}
            </Notice>
          </>
        ) : (
          <>
            <p>{t(overview.hasKey ? "transactional.start.hasKey" : "transactional.start.keyHelp")}</p>
            {mayMake ? (
              <div className={classes.row}>
                <Button
                  variant={overview.hasKey ? "default" : "filled"}
                  leftSection={<IconKey {...ICON} />}
                  loading={make.isPending}
                  onClick={() => make.mutate({ name: t("transactional.start.keyName") })}
                >
                  {t(overview.hasKey ? "transactional.start.another" : "transactional.start.make")}
                </Button>
              </div>
            ) : (
              <Notice kind="info">{t("transactional.start.askAdmin")}</Notice>
            )}
            {isFailure(make.error) ? <Notice kind="bad">{describeFailure(make.error, t)}</Notice> : null}
          </>
        )}
      </Step>
      <Step number={2} title={t("transactional.start.send")} isDone={first !== null}>
        <Programs overview={overview} secret={secret} to={me?.user.email ?? ""} />
      </Step>
      <Step number={3} title={t("transactional.start.watch")} isDone={first !== null}>
        <p className={classes.waiting} role="status" data-done={first ? true : undefined}>
          {first ? (
            <>
              <StatusDot kind="live">{t("transactional.start.arrived")}</StatusDot>
              <Link to={detailPath({ messageId: first.id, time: first.time })}>{t("transactional.start.see")}</Link>
              <Link to="/events">{t("transactional.start.toEvents")}</Link>
            </>
          ) : (
            <StatusDot kind="off">{t("transactional.start.waiting")}</StatusDot>
          )}
        </p>
      </Step>
    </ol>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.number} aria-hidden="true">
        {isDone ? <IconCheck size={14} stroke={2.2} /> : number}
      </span>
      <div>
        <h2>
          {title}
          {isDone ? <span className="said">{t("transactional.start.done")}</span> : null}
        </h2>
        {children}
      </div>
    </li>
  );
}

interface ProgramsProps {
  readonly overview: Overview;
  readonly secret: string | undefined;
  readonly to: string;
}

/** The same message in several languages, with the key in it as long as it is known. */
function Programs({ overview, secret, to }: ProgramsProps) {
  const { t } = useTranslation();
  const snippets = useSnippets(to);
  const [language, setLanguage] = useState("curl");
  const items = snippets.data ?? [];
  const chosen = items.find(({ id }) => id === language) ?? items[0];
  if (snippets.isLoadingError) return <LoadFailed failure={snippets.error} onRetry={() => void snippets.refetch()} />;
  if (!chosen) return <div className={classes.room} aria-hidden="true" />;
  const { smtp } = overview;
  return (
    <>
      <Segmented
        label={t("transactional.start.language")}
        value={chosen.id}
        options={items.map(({ id }) => ({ value: id, label: t(`transactional.start.languages.${id}`) }))}
        onChange={setLanguage}
      />
      <CopyText
        label={t(`transactional.start.languages.${chosen.id}`)}
        text={secret ? chosen.code.replaceAll(PLACE_OF_KEY, secret) : chosen.code}
        isBlock
      />
      {secret ? null : <p className={classes.help}>{t("transactional.start.putKey", { place: PLACE_OF_KEY })}</p>}
      <h3 className={classes.over}>{t("transactional.start.overSmtp")}</h3>
      <dl className={classes.settings}>
        {(
          [
            ["host", smtp.host, ""],
            ["port", String(smtp.port), "STARTTLS"],
            ["tlsPort", String(smtp.tlsPort), "TLS"],
            ["username", smtp.username, ""],
          ] as const
        ).map(([name, value, note]) => (
          <div key={name}>
            <dt>{t(`transactional.start.smtp.${name}`)}</dt>
            <dd>
              <CopyText label={t(`transactional.start.smtp.${name}`)} text={value} /> <small>{note}</small>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t("transactional.start.smtp.password")}</dt>
          <dd>{t("transactional.start.yourKey")}</dd>
        </div>
      </dl>
    </>
  );
}
