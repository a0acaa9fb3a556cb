import { getInitials } from "@/lib/initials";
import type { Identity } from "../identity";
import { VENDOR_ICONS } from "../vendor-icons";
import classes from "./vendor-mark.module.css";

interface Props {
  readonly identity: Identity | undefined;
  readonly size?: number;
}

/** The vendor's mark on its colour: a named icon, a picture by its path, or the initials. */
export function VendorMark({ identity, size = 32 }: Props) {
  const style = { inlineSize: size, blockSize: size };
  if (identity?.icon.startsWith("/")) {
    return <img className={classes.picture} src={identity.icon} alt="" style={style} />;
  }
  const strokes = identity ? VENDOR_ICONS[identity.icon] : undefined;
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" style={style} aria-hidden="true">
      <rect width="32" height="32" rx="7" className={classes.ground} />
      {strokes ? (
        strokes.map(({ d, width }) => (
          <path key={d} d={d} className={width ? classes.line : classes.shape} strokeWidth={width} />
        ))
      ) : (
        <text x="16" y="21" textAnchor="middle" className={classes.initials}>
          {getInitials(identity?.name ?? "")}
        </text>
      )}
    </svg>
  );
}
