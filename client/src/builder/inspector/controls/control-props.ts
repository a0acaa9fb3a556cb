import type { ComponentType } from "react";
import type { Plain, Settings } from "../../collab/values";
import type { Field } from "../schema";

export interface ControlProps {
  readonly field: Field;
  readonly label: string;
  readonly value: Plain;
  /** The document-wide settings, from which empty settings can inherit. */
  readonly globals: Settings;
  readonly onChange: (value: Plain) => void;
  /** Renders the control of a field, for the settings inside a group or item. */
  readonly Any: ComponentType<Omit<ControlProps, "Any">>;
}
