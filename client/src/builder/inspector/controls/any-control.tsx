import type { ComponentType } from "react";
import type { Control } from "../schema";
import { AlignControl } from "./align-control";
import { ChoiceControl } from "./choice-control";
import { ColourControl } from "./colour-control";
import type { ControlProps } from "./control-props";
import { ListControl } from "./list-control";
import { PixelsControl, SliderControl } from "./number-controls";
import { RichControl } from "./rich-control";
import { SidesControl } from "./sides-control";
import { SwitchControl } from "./switch-control";
import { AddressControl, CodeControl, ImageControl, LineControl, LinesControl } from "./text-controls";

const CONTROL_OF: Readonly<Record<Control, ComponentType<ControlProps>>> = {
  line: LineControl,
  lines: LinesControl,
  rich: RichControl,
  address: AddressControl,
  image: ImageControl,
  colour: ColourControl,
  slider: SliderControl,
  pixels: PixelsControl,
  choice: ChoiceControl,
  switch: SwitchControl,
  align: AlignControl,
  sides: SidesControl,
  list: ListControl,
  code: CodeControl,
};

/** The control of a setting: its schema names it, and nothing else decides. */
export function AnyControl(props: Omit<ControlProps, "Any">) {
  const Control = CONTROL_OF[props.field.control];
  return <Control {...props} Any={AnyControl} />;
}
