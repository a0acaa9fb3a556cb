import { getInitials } from "@/lib/initials";
import classes from "./avatar.module.css";

interface Props {
  readonly name: string;
  readonly image?: string | undefined;
  readonly size?: number;
}

/** Number of presence hues; a name always has the same hue. */
const HUES = 7;

/** Index of the hue of a name, 0 to 6. */
export function getHue(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}

/** A person's picture or initials. Decorative, because the name is shown beside it. */
export function Avatar({ name, image, size = 26 }: Props) {
  const style = { inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.42) };
  if (image) return <img className={classes.avatar} src={image} alt="" style={style} />;
  return (
    <span className={classes.avatar} style={style} data-hue={getHue(name)} aria-hidden="true">
      {getInitials(name)}
    </span>
  );
}
