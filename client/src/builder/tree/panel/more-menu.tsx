import { CommandMenu } from "../../screen/command-menu";
import { type Editor, useEditor } from "../editor";
import { getCommandIcon, getCommandLabel, NODE_COMMANDS } from "../keyboard/commands";

/** The menu of commands on the selected nodes. */
export function MoreMenu({ ids }: { readonly ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = editor;
  return <CommandMenu label={t("tree.panel.more")} items={() => buildItems(editor, ids)} />;
}

function buildItems(editor: Editor, ids: readonly string[]) {
  return NODE_COMMANDS.filter((command) => command.isAvailable(editor, ids)).map((command) => ({
    id: command.name,
    label: editor.t(getCommandLabel(command, editor, ids)),
    icon: getCommandIcon(command, editor, ids),
    isDangerous: command.isDangerous ?? false,
    onClick: () => command.perform(editor, ids),
  }));
}
