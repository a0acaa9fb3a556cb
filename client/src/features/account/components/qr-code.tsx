import { useMemo } from "react";
import { encode } from "uqr";
import classes from "./authenticator.module.css";

interface Props {
  readonly text: string;
  readonly label: string;
}

/** `text` as a QR code; dark on white in both themes, as scanners expect. */
export function QrCode({ text, label }: Props) {
  const { size, data } = useMemo(() => encode(text, { ecc: "M", border: 3 }), [text]);
  const dark = useMemo(
    () => data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join(""),
    [data],
  );
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}
