import type { ReactNode } from "react";
import { initials } from "@/lib/filters";
import type { Identity } from "../identity";
import classes from "./vendor-mark.module.css";

/** Marks drawn here, by the name that a vendor's identity gives; a path is shown as a picture, all else by initials. */
const DRAWN: Readonly<Record<string, ReactNode>> = {
  envelope: (
    <path
      d="M8 11.5V21a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 24 21v-9.5l-8 6z"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinejoin="round"
    />
  ),
  lamp: (
    <>
      <path d="M8 16a8 6.5 0 0 1 16 0z" fill="currentColor" />
      <circle cx="16" cy="21" r="2.6" fill="currentColor" />
    </>
  ),
  drop: (
    <path d="M16 7c3.4 4.4 5.4 7.4 5.4 10.2a5.4 5.4 0 0 1-10.8 0C10.6 14.400 12.600 11.400 16 7z" fill="currentColor" />
  ),
};

interface Props {
  readonly identity: Identity | undefined;
  readonly size?: number;
}

/** The vendor's mark on its colour. */
export function VendorMark({ identity, size = 32 }: Props) {
  const style = { inlineSize: size, blockSize: size };
  if (identity?.icon.startsWith("/")) {
    return <img className={classes.picture} src={identity.icon} alt="" style={style} />;
  }
  const drawn = identity ? DRAWN[identity.icon] : undefined;
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" style={style} aria-hidden="true">
      <rect width="32" height="32" rx="7" className={classes.ground} />
      {drawn ?? (
        <text x="16" y="21" textAnchor="middle" className={classes.initials}>
          {initials(identity?.name ?? "")}
        </text>
      )}
    </svg>
  );
}
