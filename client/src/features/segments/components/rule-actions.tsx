import { IconArrowDown, IconArrowUp, IconBracketsContain, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import classes from "./builder.module.css";
import type { Acts } from "./use-builder";

interface Props {
  readonly nodeKey: string;
  /** Text of the rule, which distinguishes its buttons for screen readers. */
  readonly name: string;
  readonly acts: Acts;
}

/** Actions on a rule. An unavailable button stays in place and is marked as disabled. */
export function RuleActions({ nodeKey, name, acts }: Props) {
  const { t } = useTranslation();
  const actions = [
    {
      part: "up",
      Icon: IconArrowUp,
      label: t("terms.moveUp"),
      may: acts.mayMove(nodeKey, -1),
      run: () => acts.move(nodeKey, -1),
    },
    {
      part: "down",
      Icon: IconArrowDown,
      label: t("terms.moveDown"),
      may: acts.mayMove(nodeKey, 1),
      run: () => acts.move(nodeKey, 1),
    },
    {
      part: "wrap",
      Icon: IconBracketsContain,
      label: t("segments.wrap"),
      may: acts.mayWrap(nodeKey),
      run: () => acts.wrap(nodeKey),
    },
    { part: "remove", Icon: IconTrash, label: t("segments.remove"), may: true, run: () => acts.remove(nodeKey) },
  ];
  return (
    <div className={classes.actions} role="toolbar" aria-label={t("segments.actionsOf", { name })}>
      {actions.map(({ part, Icon, label, may, run }) => (
        <IconButton
          key={part}
          size="row"
          label={label}
          data-part={part}
          aria-disabled={may ? undefined : true}
          onClick={() => may && run()}
        >
          <Icon size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      ))}
    </div>
  );
}
