/** Side length of every decoration's square, which is cropped to the available space. */
export const SIDE = 800;

/** A shade of the vendor, 0 lightest to 9 darkest; `applyVendor` sets them with the vendor's colour. */
export function getShade(index: number): string {
  return `var(--vendor-shade-${index}, var(--vendor-fill))`;
}

export function Frame({ children }: { readonly children: React.ReactNode }) {
  return (
    <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="xMidYMid slice" role="presentation">
      {children}
    </svg>
  );
}
