/** Side of the square that every decoration is drawn in; it is cut to the place it gets. */
export const SIDE = 800;

/** A shade of the vendor, 0 lightest to 9 darkest; the page sets them with its colour. */
export function shade(index: number): string {
  return `var(--vendor-shade-${index}, var(--vendor-fill))`;
}

export function Frame({ children }: { readonly children: React.ReactNode }) {
  return (
    <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="xMidYMid slice" role="presentation">
      {children}
    </svg>
  );
}
