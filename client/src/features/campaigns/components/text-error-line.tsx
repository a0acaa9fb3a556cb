import { Anchor, Group } from "@mantine/core";
import type { RefObject } from "react";
import { getCauseText } from "@/lib/causes/cause-text";
import { useTranslation } from "@/lib/i18n/translation";
import { selectPart } from "@/lib/text-insert";
import { findOffset, findTagEnd, type TextError } from "../draft";

interface Props {
  readonly textError: TextError;
  readonly text: string;
  readonly box: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
}

/** Error in a text, with its position and a button that selects it. */
export function TextErrorLine({ textError, text, box }: Props) {
  const { t } = useTranslation();
  const { line, column } = textError;
  const place = line !== undefined && column !== undefined ? { line, column } : undefined;
  return (
    <Group component="p" gap="4px 8px" align="baseline" m={0} fz="xs" lh="xs" c="var(--bad)" role="alert">
      <span>
        {place ? `${t("campaigns.faultAt", place)} ` : null}
        {getCauseText(textError, t) ?? t("campaigns.faultUnknown")}
      </span>
      {place ? (
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            const start = findOffset(text, place.line, place.column);
            if (box.current) selectPart(box.current, start, findTagEnd(text, start));
          }}
        >
          {t("campaigns.faultShow")}
        </Anchor>
      ) : null}
    </Group>
  );
}
