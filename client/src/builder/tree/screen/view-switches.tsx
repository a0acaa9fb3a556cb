import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import type { View, ViewOption, ViewOptions } from "../registry";

interface Props {
  readonly views: ViewOptions;
  readonly view: View;
  readonly setView: (view: View) => void;
}

/** Switches for the device and the colour scheme of the canvas, where an editor has several. */
export function ViewSwitches({ views, view, setView }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <ViewSwitch
        label={t("tree.views.device")}
        options={views.devices}
        value={view.device}
        onChange={(device) => setView({ ...view, device })}
      />
      <ViewSwitch
        label={t("terms.colourScheme")}
        options={views.schemes}
        value={view.scheme}
        onChange={(scheme) => setView({ ...view, scheme })}
      />
    </>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly options: readonly ViewOption[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function ViewSwitch({ label, options, value, onChange }: SwitchProps) {
  const { t } = useTranslation();
  if (options.length < 2) return null;
  return (
    <Segmented
      label={label}
      value={value}
      onChange={onChange}
      options={options.map(({ name, textKey, icon: Icon }) => ({
        value: name,
        label: t(toTextKey(textKey)),
        icon: <Icon size={16} stroke={1.7} aria-hidden="true" />,
      }))}
    />
  );
}
