import "@/ui/theme/overlay-styles";
import { Modal } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { useFocusBack } from "@/ui/use-focus-back";
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

/** `?`: what the keyboard can do. */
export function KeyboardHelp({ menu, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation();
  const goTo = menu
    .flatMap(({ items }) => items)
    .flatMap(({ shortcut, label }) =>
      shortcut ? [{ keys: ["g", shortcut], words: t("shell.keyGo", { place: t(label) }) }] : [],
    );
  const rows = [...FIXED.map(({ keys, label }) => ({ keys, words: t(label) })), ...goTo];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("shell.keyboard")}
      size={420}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
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
    </Modal>
  );
}
