import { Box, Button, Flex, Group, Stack } from "@mantine/core";
import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import type { ComposerHandle } from "../use-composer";

interface Props {
  readonly composer: Pick<ComposerHandle, "conflicts" | "focus" | "keepMine" | "takeTheirs">;
  /** API name of the field. */
  readonly field: string;
  /** The teammate's stored value, if it is a short text. */
  readonly theirs?: string | undefined;
  readonly children: ReactNode;
}

const CONTROL_SELECTOR = "input, select, textarea, button, [contenteditable=true], [tabindex='0']";

/** Field of a draft. After concurrent edits, the user chooses between the two versions. */
export function EditedField({ composer, field, theirs, children }: Props) {
  const { t } = useTranslation();
  const conflict = composer.conflicts[field];
  const name = conflict?.by || t("campaigns.conflict.someone");
  const root = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(undefined);
  const hasFocus = useRef(false);

  // No blur event fires when a focused control is removed.
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    hasFocus.current = false;
    composer.focus(undefined);
  });

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    hasFocus.current = true;
    if (!alert.current?.contains(target)) last.current = target;
    composer.focus(field);
  }

  function onBlur(): void {
    hasFocus.current = false;
    composer.focus(undefined);
  }

  /**
   * The buttons disappear with the choice. Focus returns to the last focused control of the field, or to its first one.
   */
  function choose(decide: (field: string) => void): void {
    const controls = [...(root.current?.querySelectorAll<HTMLElement>(CONTROL_SELECTOR) ?? [])];
    const first = controls.find((control) => !alert.current?.contains(control));
    (last.current?.isConnected ? last.current : first)?.focus();
    decide(field);
  }

  return (
    <Stack miw={0} style={{ gap: "inherit" }} ref={root} onFocus={onFocus} onBlur={onBlur}>
      {children}
      {conflict ? (
        <Group
          gap="8px 16px"
          justify="space-between"
          fz="sm"
          lh="sm"
          py={9}
          px="sm"
          bdrs="sm"
          bg="var(--warn-tint)"
          c="var(--warn)"
          ref={alert}
          role="alert"
        >
          <Box component="p" m={0} flex="1 1 240px" style={{ overflowWrap: "anywhere" }}>
            {theirs === undefined || !conflict.by
              ? t("campaigns.conflict.changed", { name })
              : theirs === ""
                ? t("campaigns.conflict.emptied", { name })
                : t("campaigns.conflict.changedTo", { name, value: theirs })}{" "}
            {t("campaigns.conflict.notSaved")}
          </Box>
          <Flex gap="xs">
            <Button size="xs" onClick={() => choose(composer.keepMine)}>
              {t("campaigns.conflict.keepMine")}
            </Button>
            <Button size="xs" onClick={() => choose(composer.takeTheirs)}>
              {t("terms.useTheirs")}
            </Button>
          </Flex>
        </Group>
      ) : null}
    </Stack>
  );
}
