import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { formatDecimal } from "@/lib/decimals";
import { getContrast } from "@/ui/theme/oklch";
import type { Contrast } from "./contrast";
import classes from "./contrast-note.module.css";
import { useInspector } from "./inspector";

/** WCAG 2.2, 1.4.3: minimum contrast of text, and of large text. */
const MIN_TEXT_CONTRAST = 4.5;
const MIN_LARGE_TEXT_CONTRAST = 3;

/** Says how readable a text is on its background. */
export function ContrastNote({ colours }: { readonly colours: Contrast }) {
  const { t } = useInspector();
  const figure = getContrast(colours.words, colours.ground);
  const ratio = formatDecimal(figure, 1);
  if (figure >= MIN_TEXT_CONTRAST) {
    return (
      <p className={classes.contrast} data-kind="ok">
        <IconCircleCheck size={14} stroke={1.9} aria-hidden="true" />
        {t("inspector.controls.contrastGood", { ratio })}
      </p>
    );
  }
  return (
    <p className={classes.contrast} data-kind={figure >= MIN_LARGE_TEXT_CONTRAST ? "warn" : "bad"}>
      <IconAlertTriangle size={14} stroke={1.9} aria-hidden="true" />
      {t(figure >= MIN_LARGE_TEXT_CONTRAST ? "inspector.controls.contrastLarge" : "inspector.controls.contrastBad", {
        ratio,
      })}
    </p>
  );
}
