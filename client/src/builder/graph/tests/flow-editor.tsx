/** A small graph editor: steps of a flow, with conditions and splits. */
import { createGraphRegistry, type GraphEditorRecord } from "../registry";
import { STRUCTURES } from "./flow";

const LABEL = { type: "string", default: "", control: "line", tab: "settings" } as const;
const properties = { label: LABEL };

const RECORD: GraphEditorRecord = {
  structure: STRUCTURES.flow,
  globals: { type: "object", properties: { label: LABEL } },
  kinds: [
    { name: "trigger", level: "start", group: "start", schema: { type: "object", properties } },
    { name: "wait", level: "step", group: "steps", schema: { type: "object", properties } },
    { name: "condition", level: "step", group: "steps", schema: { type: "object", properties } },
    {
      name: "split",
      level: "step",
      group: "steps",
      feature: "splits",
      schema: {
        type: "object",
        properties: {
          ...properties,
          branches: {
            type: "array",
            default: [],
            control: "list",
            tab: "settings",
            items: { type: "object", properties },
          },
        },
      },
    },
    { name: "join", level: "step", group: "steps", schema: { type: "object", properties } },
    { name: "end", level: "stop", group: "steps", schema: { type: "object", properties } },
  ],
};

interface Branch {
  readonly id: string;
  readonly label?: string;
}

const Icon = () => <svg aria-hidden="true" />;
const getSummary = ({ label }: Readonly<Record<string, unknown>>) => String(label ?? "");

export const FLOWS = createGraphRegistry(RECORD, {
  name: "flows",
  texts: "flows",
  storagePrefix: "fl_",
  offers: ["start", "step", "stop"],
  kinds: [
    { name: "trigger", icon: Icon, summary: getSummary },
    { name: "wait", icon: Icon, summary: getSummary },
    { name: "condition", icon: Icon, summary: getSummary },
    {
      name: "split",
      icon: Icon,
      summary: getSummary,
      itemLabel: ({ branches }, item) =>
        (branches as unknown as readonly Branch[]).find(({ id }) => id === item)?.label ?? "",
    },
    { name: "join", icon: Icon, summary: getSummary },
    { name: "end", icon: Icon, summary: getSummary },
  ],
});

/** Texts of the editor. */
export const FLOW_TEXTS = {
  whole: "Flow",
  viewing: "You can view this flow.",
  groups: { start: "Start", steps: "Steps" },
  kinds: {
    trigger: { name: "Trigger" },
    wait: { name: "Wait" },
    condition: { name: "Condition" },
    split: { name: "Split" },
    join: { name: "Join" },
    end: { name: "End" },
  },
  ports: { next: "Next", in: "In", yes: "Yes", no: "No" },
  fields: { label: "Label", branches: "Branches" },
};
