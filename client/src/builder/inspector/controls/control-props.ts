import type { ComponentType } from "react";
import type { Plain, Settings } from "../../collab/values";
import type { Field } from "../schema";

export interface ControlProps {
  readonly field: Field;
  readonly label: string;
  readonly value: Plain;
  /** Settings of the whole, which empty ones may take. */
  readonly globals: Settings;
  readonly onChange: (value: Plain) => void;
  /** The control of whatever field: for settings within a setting. */
  readonly Any: ComponentType<Omit<ControlProps, "Any">>;
}
