import { Anchor } from "@mantine/core";
import type { RefObject } from "react";
import { causeText } from "@/lib/causes/cause-text";
import { useTranslation } from "@/lib/i18n/translation";
import { selectPart } from "@/lib/text-insert";
import { offsetOf, type TextError, tagEnd } from "../draft";
import classes from "./composer-parts.module.css";

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
    <p className={classes.fault} role="alert">
      <span>
        {place ? `${t("campaigns.faultAt", place)} ` : null}
        {causeText(textError, t) ?? t("campaigns.faultUnknown")}
      </span>
      {place ? (
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            const start = offsetOf(text, place.line, place.column);
            if (box.current) selectPart(box.current, start, tagEnd(text, start));
          }}
        >
          {t("campaigns.faultShow")}
        </Anchor>
      ) : null}
    </p>
  );
}
