import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { type Pool, type Relay, type RelayFields, TLS_MODES } from "../pools-data";
import { ChangeSheet } from "./change-sheet";
import classes from "./pools.module.css";

type Props = ({ readonly pool: Pool; readonly relay?: never } | { readonly relay: Relay; readonly pool?: never }) & {
  readonly onClose: () => void;
};
type TextField = "host" | "port" | "helo" | "user" | "password" | "source" | "connections";

const MAX_PORT = 65_535;
const MAX_CONNECTIONS = 500;

function isIntegerUpTo(text: string, most: number): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
}

/** A new or existing relay endpoint. An empty password leaves the stored one unchanged, unless the endpoint changes. */
export function RelayForm({ pool, relay, onClose }: Props) {
  const { t } = useTranslation();
  const [isChecked, setChecked] = useState(false);
  const [text, setText] = useState<Readonly<Record<TextField, string>>>({
    host: relay?.host ?? "",
    port: String(relay?.port ?? 587),
    helo: relay?.helo ?? "",
    user: relay?.user ?? "",
    password: "",
    source: relay?.source ?? "",
    connections: String(relay?.connections ?? 10),
  });
  const [tls, setTls] = useState<RelayFields["tls"]>(TLS_MODES.find((one) => one === relay?.tls) ?? "required");
  const [warmsUp, setWarmsUp] = useState(relay ? relay.warmingSince !== null : false);
  const [forgets, setForgets] = useState(false);
  const [active, setActive] = useState(relay?.active ?? true);
  // The stored password is never sent to an endpoint other than its own.
  const isMoved =
    relay !== undefined && (text.host.trim() !== relay.host || Number(text.port) !== relay.port || tls !== relay.tls);
  const needsPassword = relay?.hasPassword === true && isMoved;
  const wrong = {
    host: text.host.trim() === "" ? t("support.pools.hostLength") : undefined,
    port: isIntegerUpTo(text.port, MAX_PORT) ? undefined : t("support.pools.portRange"),
    helo: text.helo.trim() === "" ? t("support.pools.hostLength") : undefined,
    connections: isIntegerUpTo(text.connections, MAX_CONNECTIONS)
      ? undefined
      : t("support.pools.connectionsRange", { most: MAX_CONNECTIONS }),
    password: needsPassword && text.password === "" && !forgets ? t("support.pools.passwordNeeded") : undefined,
  };

  function bound(name: TextField, refused: Readonly<Record<string, string>>) {
    return {
      label: t(`support.pools.${name === "connections" ? "perProcess" : name}`),
      value: text[name],
      error: (isChecked ? (wrong as Partial<Record<TextField, string | undefined>>)[name] : undefined) ?? refused[name],
      onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
        const { value } = event.currentTarget;
        setText((before) => ({ ...before, [name]: value }));
      },
    };
  }

  return (
    <ChangeSheet
      title={t(relay ? "support.pools.changeRelay" : "support.pools.addRelay")}
      label={t(relay ? "support.pools.save" : "support.pools.addRelay")}
      changeOf={() => {
        setChecked(true);
        if (Object.values(wrong).some((word) => word !== undefined)) return undefined;
        const fields = {
          host: text.host.trim(),
          port: Number(text.port),
          tls,
          helo: text.helo.trim(),
          user: text.user.trim(),
          ...(text.password || forgets ? { password: text.password } : {}),
          source: text.source.trim() || null,
          connections: Number(text.connections),
          warmsUp,
          active,
        };
        return relay ? { kind: "changeRelay", relay, fields } : { kind: "addRelay", pool, fields };
      }}
      onClose={onClose}
    >
      {(refused) => (
        <>
          <div className={classes.pair}>
            <TextInput {...bound("host", refused)} data-autofocus />
            <TextInput {...bound("port", refused)} inputMode="numeric" />
          </div>
          <NativeSelect
            label={t("support.pools.tls")}
            value={tls}
            data={TLS_MODES.map((value) => ({ value, label: t(`support.pools.tlsOf.${value}`) }))}
            onChange={({ currentTarget }) => setTls(TLS_MODES.find((one) => one === currentTarget.value) ?? tls)}
          />
          <TextInput {...bound("helo", refused)} description={t("support.pools.heloHelp")} />
          <TextInput {...bound("user", refused)} description={t("support.pools.userHelp")} autoComplete="off" />
          <TextInput
            {...bound("password", refused)}
            type="password"
            {...(relay?.hasPassword
              ? { description: t(needsPassword ? "support.pools.passwordMoved" : "support.pools.passwordKept") }
              : {})}
            autoComplete="new-password"
          />
          {relay?.hasPassword && text.password === "" ? (
            <Checkbox
              label={t("support.pools.forgetPassword")}
              checked={forgets}
              onChange={(event) => setForgets(event.currentTarget.checked)}
            />
          ) : null}
          <TextInput {...bound("source", refused)} description={t("support.pools.sourceHelp")} />
          <TextInput {...bound("connections", refused)} inputMode="numeric" />
          <Checkbox
            label={t("support.pools.warmsUp")}
            description={t("support.pools.warmsUpHelp")}
            checked={warmsUp}
            onChange={(event) => setWarmsUp(event.currentTarget.checked)}
          />
          <Checkbox
            label={t("support.pools.active")}
            checked={active}
            onChange={(event) => setActive(event.currentTarget.checked)}
          />
        </>
      )}
    </ChangeSheet>
  );
}
