import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { decimal } from "@/lib/decimals";
import { contrast } from "@/ui/theme/oklch";
import type { Contrast } from "./contrast";
import classes from "./contrast-note.module.css";
import { useInspector } from "./inspector";

/** WCAG 2.2, 1.4.3: minimum contrast of text, and of large text. */
const WORDS = 4.5;
const LARGE = 3;

/** Says how readable a text is on its background. */
export function ContrastNote({ colours }: { readonly colours: Contrast }) {
  const { t } = useInspector();
  const figure = contrast(colours.words, colours.ground);
  const ratio = decimal(figure, 1);
  if (figure >= WORDS) {
    return (
      <p className={classes.contrast} data-kind="ok">
        <IconCircleCheck size={14} stroke={1.9} aria-hidden="true" />
        {t("inspector.controls.contrastGood", { ratio })}
      </p>
    );
  }
  return (
    <p className={classes.contrast} data-kind={figure >= LARGE ? "warn" : "bad"}>
      <IconAlertTriangle size={14} stroke={1.9} aria-hidden="true" />
      {t(figure >= LARGE ? "inspector.controls.contrastLarge" : "inspector.controls.contrastBad", { ratio })}
    </p>
  );
}
