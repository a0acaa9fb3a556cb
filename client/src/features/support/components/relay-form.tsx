import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { type Pool, type Relay, type RelayFields, TLS_MODES } from "../pools-data";
import { ChangeSheet } from "./change-sheet";
import classes from "./pools.module.css";
import { useChangeForm } from "./use-change-form";

type Props = ({ readonly pool: Pool; readonly relay?: never } | { readonly relay: Relay; readonly pool?: never }) & {
  readonly onClose: () => void;
};
type TextField = "host" | "port" | "helo" | "user" | "password" | "source" | "connections";

const MAX_PORT = 65_535;
const MAX_CONNECTIONS = 500;

function isIntegerUpTo(text: string, most: number): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
}

function buildValues(relay: Relay | undefined) {
  return {
    host: relay?.host ?? "",
    port: String(relay?.port ?? 587),
    tls: TLS_MODES.find((mode) => mode === relay?.tls) ?? "required",
    helo: relay?.helo ?? "",
    user: relay?.user ?? "",
    password: "",
    deletesPassword: false,
    source: relay?.source ?? "",
    connections: String(relay?.connections ?? 10),
    warmsUp: relay ? relay.warmingSince !== null : false,
    active: relay?.active ?? true,
    reason: "",
  };
}

type Values = ReturnType<typeof buildValues>;

/** The stored password is never sent to an endpoint other than its own. */
function needsPassword({ host, port, tls }: Values, relay: Relay | undefined): boolean {
  return (
    relay?.hasPassword === true && (host.trim() !== relay.host || Number(port) !== relay.port || tls !== relay.tls)
  );
}

function buildFields(values: Values): Omit<RelayFields, "reason"> {
  const { host, port, tls, helo, user, password, deletesPassword, source, connections, warmsUp, active } = values;
  return {
    host: host.trim(),
    port: Number(port),
    tls,
    helo: helo.trim(),
    user: user.trim(),
    ...(password || deletesPassword ? { password } : {}),
    source: source.trim() || null,
    connections: Number(connections),
    warmsUp,
    active,
  };
}

/** A new or existing relay endpoint. An empty password leaves the stored one unchanged, unless the endpoint changes. */
export function RelayForm({ pool, relay, onClose }: Props) {
  const { t } = useTranslation();
  const change = useChangeForm({
    initial: buildValues(relay),
    validate: (entered) => ({
      host: entered.host.trim() === "" ? t("support.pools.hostLength") : undefined,
      port: isIntegerUpTo(entered.port, MAX_PORT) ? undefined : t("support.pools.portRange"),
      helo: entered.helo.trim() === "" ? t("support.pools.hostLength") : undefined,
      password:
        needsPassword(entered, relay) && entered.password === "" && !entered.deletesPassword
          ? t("support.pools.passwordNeeded")
          : undefined,
      connections: isIntegerUpTo(entered.connections, MAX_CONNECTIONS)
        ? undefined
        : t("support.pools.connectionsRange", { most: MAX_CONNECTIONS }),
    }),
    changeOf: (entered) => {
      const fields = buildFields(entered);
      return relay ? { kind: "changeRelay", relay, fields } : { kind: "addRelay", pool, fields };
    },
    onClose,
  });
  const { form } = change;
  const { values } = form;
  const text = (field: TextField) => ({
    ...form.text(field),
    label: t(`support.pools.${field === "connections" ? "perProcess" : field}`),
  });

  return (
    <ChangeSheet
      {...change}
      title={t(relay ? "support.pools.changeRelay" : "support.pools.addRelay")}
      label={t(relay ? "support.pools.save" : "support.pools.addRelay")}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <TextInput {...text("host")} data-autofocus />
        <TextInput {...text("port")} inputMode="numeric" />
      </div>
      <NativeSelect
        label={t("support.pools.tls")}
        value={values.tls}
        error={form.errorOf("tls")}
        data={TLS_MODES.map((value) => ({ value, label: t(`support.pools.tlsOf.${value}`) }))}
        onChange={({ currentTarget }) =>
          form.edit("tls", TLS_MODES.find((mode) => mode === currentTarget.value) ?? values.tls)
        }
      />
      <TextInput {...text("helo")} description={t("support.pools.heloHelp")} />
      <TextInput {...text("user")} description={t("support.pools.userHelp")} autoComplete="off" />
      <TextInput
        {...text("password")}
        type="password"
        {...(relay?.hasPassword
          ? {
              description: t(
                needsPassword(values, relay) ? "support.pools.passwordMoved" : "support.pools.passwordKept",
              ),
            }
          : {})}
        autoComplete="new-password"
      />
      {relay?.hasPassword && values.password === "" ? (
        <Checkbox
          label={t("support.pools.forgetPassword")}
          checked={values.deletesPassword}
          onChange={(event) => form.edit("deletesPassword", event.currentTarget.checked)}
        />
      ) : null}
      <TextInput {...text("source")} description={t("support.pools.sourceHelp")} />
      <TextInput {...text("connections")} inputMode="numeric" />
      <Checkbox
        label={t("support.pools.warmsUp")}
        description={t("support.pools.warmsUpHelp")}
        checked={values.warmsUp}
        onChange={(event) => form.edit("warmsUp", event.currentTarget.checked)}
      />
      <Checkbox
        label={t("support.pools.active")}
        checked={values.active}
        onChange={(event) => form.edit("active", event.currentTarget.checked)}
      />
    </ChangeSheet>
  );
}
