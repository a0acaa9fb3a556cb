import { IconArrowDown, IconArrowUp, IconBracketsContain, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import classes from "./builder.module.css";
import type { BuilderActions } from "./use-builder";

interface Props {
  readonly nodeKey: string;
  /** Text of the rule, which distinguishes its buttons for screen readers. */
  readonly name: string;
  readonly acts: BuilderActions;
}

/** Actions on a rule. An unavailable button stays in place and is marked as disabled. */
export function RuleActions({ nodeKey, name, acts }: Props) {
  const { t } = useTranslation();
  const actions = [
    {
      part: "up",
      Icon: IconArrowUp,
      label: t("terms.moveUp"),
      isAvailable: acts.canMove(nodeKey, -1),
      run: () => acts.move(nodeKey, -1),
    },
    {
      part: "down",
      Icon: IconArrowDown,
      label: t("terms.moveDown"),
      isAvailable: acts.canMove(nodeKey, 1),
      run: () => acts.move(nodeKey, 1),
    },
    {
      part: "wrap",
      Icon: IconBracketsContain,
      label: t("segments.wrap"),
      isAvailable: acts.canWrap(nodeKey),
      run: () => acts.wrap(nodeKey),
    },
    {
      part: "remove",
      Icon: IconTrash,
      label: t("segments.remove"),
      isAvailable: true,
      run: () => acts.remove(nodeKey),
    },
  ];
  return (
    <div className={classes.actions} role="toolbar" aria-label={t("segments.actionsOf", { name })}>
      {actions.map(({ part, Icon, label, isAvailable, run }) => (
        <IconButton
          key={part}
          size="row"
          label={label}
          data-part={part}
          aria-disabled={isAvailable ? undefined : true}
          onClick={() => isAvailable && run()}
        >
          <Icon size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      ))}
    </div>
  );
}
