import { Group, Text } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import type { BuilderContext } from "../kinds/kind";
import classes from "./builder.module.css";
import { GroupBox } from "./group-box";
import type { RuleError } from "./rule-row";
import type { useBuilder } from "./use-builder";

interface Props {
  readonly builder: ReturnType<typeof useBuilder>;
  readonly known: BuilderContext;
  readonly faults: ReadonlyMap<string, RuleError>;
}

/** Editor of a segment's rules, laid out as a sentence. */
export function Builder({ builder, known, faults }: Props) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the controls in it
    <div ref={builder.box} className={classes.builder} onKeyDown={builder.onKeyDown}>
      <Group gap={4} wrap="nowrap">
        <Text component="h2" size="sm" flex="1" fw={600}>
          {t("segments.rules")}
        </Text>
        <IconButton
          size="row"
          label={t("segments.undo")}
          aria-disabled={builder.canUndo ? undefined : true}
          onClick={builder.undo}
        >
          <IconArrowBackUp size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
        <IconButton
          size="row"
          label={t("segments.redo")}
          aria-disabled={builder.canRedo ? undefined : true}
          onClick={builder.redo}
        >
          <IconArrowForwardUp size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      </Group>
      <GroupBox group={builder.root} isRoot known={known} faults={faults} acts={builder.acts} />
      <p className={classes.keys}>{t("segments.keys")}</p>
      <p className="said" role="status" aria-live="polite">
        {builder.said}
      </p>
    </div>
  );
}
