import { lazy, Suspense } from "react";
import { type TextKey, useTranslation } from "@/lib/i18n/translation";
import { Avatar } from "@/ui/components/avatar";
import type { OnlinePerson } from "../presence-data";
import classes from "./people-stack.module.css";

interface Props {
  readonly people: readonly OnlinePerson[];
  /** Text key of the sentence that names them; its values are `names` and `count`. */
  readonly sentence: TextKey;
  readonly most?: number;
  readonly size?: number;
}

const MAX_NAMES = 8;
const LazyNameTooltip = lazy(async () => ({ default: (await import("./name-tooltip")).NameTooltip }));

/** Avatars of several people; their names are shown on hover and focus and read by screen readers. */
export function PeopleStack({ people, sentence, most = 3, size = 22 }: Props) {
  const { t, i18n } = useTranslation();
  if (people.length === 0) return null;
  const faces = people.slice(0, people.length > most ? most - 1 : most);
  const rest = people.length - faces.length;
  const named = people.slice(0, MAX_NAMES).map(({ fullname }) => fullname);
  const others = people.length - named.length;
  const names = new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(
    others > 0 ? [...named, t("presence.others", { count: others })] : named,
  );
  const words = t(sentence, { names, count: people.length });
  const stack = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the names must be reachable by keyboard
    <span className={classes.stack} role="img" aria-label={words} tabIndex={0}>
      {faces.map(({ userId, fullname }) => (
        <span key={userId} className={classes.face}>
          <Avatar name={fullname} size={size} />
        </span>
      ))}
      {rest > 0 ? (
        <span
          className={classes.rest}
          style={{ blockSize: size, minInlineSize: size, fontSize: Math.round(size * 0.46) }}
        >
          +{rest}
        </span>
      ) : null}
    </span>
  );
  return (
    <Suspense fallback={stack}>
      <LazyNameTooltip words={words}>{stack}</LazyNameTooltip>
    </Suspense>
  );
}
