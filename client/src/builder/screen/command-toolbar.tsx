import { type ComponentType, type ReactNode, type Ref, useState } from "react";
import type { KindIconProps } from "../inspector/kinds";
import { handleToolbarKey } from "../inspector/toolbar-keys";
import classes from "./command-toolbar.module.css";

export interface ToolbarCommand {
  readonly name: string;
  readonly label: string;
  readonly icon: ComponentType<KindIconProps>;
  readonly isOff?: boolean;
  readonly isDangerous?: boolean | undefined;
  /** Whether the selection is dragged by its button. */
  readonly isGrip?: boolean;
  readonly perform: () => void;
}

interface Props {
  readonly bar?: Ref<HTMLDivElement>;
  readonly className?: string | undefined;
  readonly label: string;
  readonly commands: readonly ToolbarCommand[];
  /** Moves the focus out of the toolbar, for Escape. */
  readonly onLeave: () => void;
  /** Shown before the buttons. */
  readonly children?: ReactNode;
}

/** The commands of the selected nodes, with a single stop for Tab. */
export function CommandToolbar({ bar, className, label, commands, onLeave, children }: Props) {
  const [focused, setFocused] = useState<string>();
  const tabStop = commands.find(({ name }) => name === focused) ?? commands[0];
  return (
    <div
      ref={bar}
      className={`${classes.bar} ${className ?? ""}`}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      // A click between the buttons does not select what is below.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => handleToolbarKey(event, onLeave)}
    >
      {children}
      {commands.map((command) => {
        const { name, label: text, icon: Icon, isOff = false, isDangerous, isGrip, perform } = command;
        return (
          <button
            key={name}
            type="button"
            aria-label={text}
            title={text}
            aria-disabled={isOff || undefined}
            tabIndex={command === tabStop ? 0 : -1}
            onFocus={() => setFocused(name)}
            data-danger={isDangerous || undefined}
            data-grip={isGrip || undefined}
            onClick={() => {
              if (!isOff) perform();
            }}
          >
            <Icon size={16} stroke={1.7} />
          </button>
        );
      })}
    </div>
  );
}
