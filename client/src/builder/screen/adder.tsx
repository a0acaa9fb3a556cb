import type { ReactNode, Ref } from "react";
import { toTextKey } from "@/lib/i18n/translation";
import { useInspector } from "../inspector/inspector";
import classes from "./adder.module.css";

interface InsertableKind {
  readonly name: string;
  readonly level: string;
  readonly group: string;
}

interface GroupsProps<Kind> {
  readonly registry: {
    readonly texts: string;
    readonly offers: readonly string[];
    readonly kinds: ReadonlyMap<string, Kind>;
  };
  /** Class of the tiles of a group. */
  readonly className?: string | undefined;
  /** The tile of a kind. */
  readonly children: (kind: Kind) => ReactNode;
}

/** The kinds that users can add one by one, in groups. */
export function KindGroups<Kind extends InsertableKind>({ registry, className, children }: GroupsProps<Kind>) {
  const { t } = useInspector();
  const kinds = [...registry.kinds.values()].filter(({ level }) => registry.offers.includes(level));
  const groups = [...new Set(kinds.map(({ group }) => group))];
  return groups.map((group) => {
    const title = t(toTextKey(`${registry.texts}.groups.${group}`));
    return (
      <section key={group} aria-label={title}>
        <AdderHeading>{title}</AdderHeading>
        <div className={className}>{kinds.filter((kind) => kind.group === group).map(children)}</div>
      </section>
    );
  });
}

export function AdderHeading({ children }: { readonly children: string }) {
  return <h2 className={classes.heading}>{children}</h2>;
}

export function AdderHelp({ children }: { readonly children: string }) {
  return <p className={classes.help}>{children}</p>;
}

interface TileProps {
  readonly tile: Ref<HTMLButtonElement>;
  readonly name: string;
  /** Label of the button if the plan has what it adds. */
  readonly addLabel: string;
  readonly isGated: boolean;
  readonly className: string | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button that adds something, and offers an upgrade for what the plan lacks. */
export function AdderTile({ tile, name, addLabel, isGated, className, onClick, children }: TileProps) {
  const { t } = useInspector();
  return (
    <button
      ref={tile}
      type="button"
      className={`${classes.tile} ${className ?? ""}`}
      aria-label={isGated ? `${name}: ${t("terms.notInYourPlan")}` : addLabel}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
