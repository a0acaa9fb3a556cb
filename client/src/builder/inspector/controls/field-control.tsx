import { type Controls, useInspector } from "../inspector";
import { AlignControl } from "./align-control";
import { ChoiceControl } from "./choice-control";
import { ColourControl } from "./colour-control";
import type { ControlProps } from "./control-props";
import { GroupControl } from "./group-control";
import { ListControl } from "./list-control";
import { PixelsControl, SliderControl } from "./number-controls";
import { SidesControl } from "./sides-control";
import { SwitchControl } from "./switch-control";
import { AddressControl, CodeControl, ImageControl, LineControl, LinesControl } from "./text-controls";

const BUILT_IN_CONTROLS: Controls = {
  line: LineControl,
  lines: LinesControl,
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
  group: GroupControl,
  code: CodeControl,
};

/** The control that a setting's schema names; nothing if there is none of this name. */
export function FieldControl(props: Omit<ControlProps, "Any">) {
  const { controls } = useInspector();
  const Control = controls[props.field.control] ?? BUILT_IN_CONTROLS[props.field.control];
  return Control ? <Control {...props} Any={FieldControl} /> : null;
}
