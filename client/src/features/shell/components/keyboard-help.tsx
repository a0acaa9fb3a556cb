import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import type { Menu } from "../menu";
import classes from "./keyboard-help.module.css";

interface Props {
  readonly menu: Menu;
  readonly onClose: () => void;
}

const FIXED = [
  { keys: ["Ctrl", "K"], label: "shell.keySearch" },
  { keys: ["/"], label: "shell.keyFilter" },
  { keys: ["["], label: "shell.keySidebar" },
  { keys: ["?"], label: "shell.keyHelp" },
  { keys: ["Esc"], label: "shell.keyClose" },
] as const;

/** Lists the keyboard shortcuts; opened by `?`. */
export function KeyboardHelp({ menu, onClose }: Props) {
  const { t } = useTranslation();
  const goTo = menu
    .flatMap(({ items }) => items)
    .flatMap(({ shortcut, label }) =>
      shortcut ? [{ keys: ["g", shortcut], words: t("shell.keyGo", { place: t(label) }) }] : [],
    );
  const rows = [...FIXED.map(({ keys, label }) => ({ keys, words: t(label) })), ...goTo];
  return (
    <Dialog title={t("shell.keyboard")} size={420} onClose={onClose}>
      <dl className={classes.keys}>
        {rows.map(({ keys, words }) => (
          <div key={keys.join()}>
            <dt>{words}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
