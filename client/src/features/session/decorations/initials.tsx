import { getInitials } from "@/lib/initials";
import { Frame, getShade, SIDE } from "./frame";

/** Decoration of a vendor without an illustration: its initials in frames of its own shades. */
export function Initials({ vendor }: { readonly vendor: string }) {
  const frames = Array.from({ length: 9 }, (_, index) => index);
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill={getShade(8)} />
      <g fill="none" strokeWidth="2">
        {frames.map((index) => {
          const side = 240 + index * 92;
          return (
            <rect
              key={index}
              x={(SIDE - side) / 2}
              y={(SIDE - side) / 2}
              width={side}
              height={side}
              rx={32 + index * 14}
              stroke={getShade(5)}
              opacity={0.75 - index * 0.07}
            />
          );
        })}
      </g>
      <rect x="280" y="280" width="240" height="240" rx="32" fill={getShade(0)} />
      <text x="400" y="432" textAnchor="middle" fontSize="92" fontWeight="600" fill={getShade(8)}>
        {getInitials(vendor)}
      </text>
    </Frame>
  );
}
