import { Checkbox, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Pool, type Relay, type RelayFields, TLS } from "../pools-data";
import { ChangeSheet } from "./change-sheet";
import classes from "./pools.module.css";

type Props = ({ readonly pool: Pool; readonly relay?: never } | { readonly relay: Relay; readonly pool?: never }) & {
  readonly onClose: () => void;
};
type Text = "host" | "port" | "helo" | "user" | "password" | "source" | "connections";

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535;
}

/** A relay endpoint, new or as it is. An empty password leaves the stored one as it is. */
export function RelayForm({ pool, relay, onClose }: Props) {
  const { t } = useTranslation();
  const [isChecked, setChecked] = useState(false);
  const [text, setText] = useState<Readonly<Record<Text, string>>>({
    host: relay?.host ?? "",
    port: String(relay?.port ?? 587),
    helo: relay?.helo ?? "",
    user: relay?.user ?? "",
    password: "",
    source: relay?.source ?? "",
    connections: String(relay?.connections ?? 10),
  });
  const [tls, setTls] = useState<RelayFields["tls"]>(TLS.find((one) => one === relay?.tls) ?? "required");
  const [warmsUp, setWarmsUp] = useState(relay ? relay.warmingSince !== null : false);
  const [active, setActive] = useState(relay?.active ?? true);
  const wrong = {
    host: text.host.trim() === "" ? t("support.pools.hostLength") : undefined,
    port: isPort(text.port) ? undefined : t("support.pools.portRange"),
    helo: text.helo.trim() === "" ? t("support.pools.hostLength") : undefined,
  };

  function bound(name: Text) {
    return {
      label: t(`support.pools.${name === "connections" ? "perProcess" : name}`),
      value: text[name],
      error: isChecked ? (wrong as Partial<Record<Text, string | undefined>>)[name] : undefined,
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
          ...(text.password ? { password: text.password } : {}),
          source: text.source.trim() || null,
          connections: Math.max(1, Number(text.connections) || 1),
          warmsUp,
          active,
        };
        return relay ? { kind: "changeRelay", relay, fields } : { kind: "addRelay", pool, fields };
      }}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <TextInput {...bound("host")} data-autofocus />
        <TextInput {...bound("port")} inputMode="numeric" />
      </div>
      <NativeSelect
        label={t("support.pools.tls")}
        value={tls}
        data={TLS.map((value) => ({ value, label: t(`support.pools.tlsOf.${value}`) }))}
        onChange={({ currentTarget }) => setTls(TLS.find((one) => one === currentTarget.value) ?? tls)}
      />
      <TextInput {...bound("helo")} description={t("support.pools.heloHelp")} />
      <TextInput {...bound("user")} description={t("support.pools.userHelp")} autoComplete="off" />
      <PasswordInput
        {...bound("password")}
        {...(relay?.hasPassword ? { description: t("support.pools.passwordKept") } : {})}
        autoComplete="new-password"
      />
      <TextInput {...bound("source")} description={t("support.pools.sourceHelp")} />
      <TextInput {...bound("connections")} inputMode="numeric" />
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
    </ChangeSheet>
  );
}
