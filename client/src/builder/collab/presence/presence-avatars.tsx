import { Tooltip } from "@mantine/core";
import "@mantine/core/styles/Tooltip.layer.css";
import type { CSSProperties } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Avatar } from "@/ui/components/avatar";
import { type Collaborator, groupByUser } from "./collaborators";
import classes from "./presence-avatars.module.css";

interface Props {
  readonly others: readonly Collaborator[];
  /** Goes to the node that another user has selected. */
  readonly onFind?: (node: string) => void;
}

const MAX_SHOWN = 5;

/** The other users in the document. A click goes to the node that a user has selected. */
export function PresenceAvatars({ others, onFind }: Props) {
  const { t } = useTranslation();
  const people = groupByUser(others);
  if (people.length === 0) return null;
  const shown = people.slice(0, people.length > MAX_SHOWN ? MAX_SHOWN - 1 : MAX_SHOWN);
  const rest = people.slice(shown.length);
  const says = ({ name, mode }: Collaborator) => t(`collab.people.${mode}`, { name });
  return (
    <ul className={classes.people} aria-label={t("collab.people.here")}>
      {shown.map((person) => {
        const { userId, name, avatar, colour, mode, node } = person;
        return (
          <li key={userId}>
            <Tooltip label={says(person)} events={{ hover: true, focus: true, touch: true }}>
              <button
                type="button"
                className={classes.face}
                style={{ "--person": colour } as CSSProperties}
                data-mode={mode}
                aria-disabled={node === undefined || undefined}
                onClick={() => node !== undefined && onFind?.(node)}
              >
                <Avatar name={name} image={avatar} size={26} />
                <span className="said">{node ? t("collab.people.find", { says: says(person) }) : says(person)}</span>
              </button>
            </Tooltip>
          </li>
        );
      })}
      {rest.length > 0 ? (
        <li>
          <Tooltip label={rest.map(says).join("\n")} multiline className={classes.names ?? ""}>
            <span className={classes.rest} role="img" aria-label={rest.map(says).join(", ")}>
              +{rest.length}
            </span>
          </Tooltip>
        </li>
      ) : null}
    </ul>
  );
}
