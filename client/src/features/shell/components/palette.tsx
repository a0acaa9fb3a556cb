import "@/ui/theme/overlay-styles";
import "@mantine/core/styles/Combobox.layer.css";
import { Combobox, Input, Modal, useVirtualizedCombobox } from "@mantine/core";
import { IconArrowBackUp, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { useChooseLanguage, useMe } from "@/features/session/public";
import { getCurrentLanguage, LANGUAGE_NAMES, LANGUAGES } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import { chooseScheme, useSchemeChoice } from "@/ui/theme/colour-scheme";
import { useReturnFocus } from "@/ui/use-return-focus";
import { listCommands } from "../commands";
import type { Access, NavigableScreen } from "../menu";
import { readRecentTargets, storeRecentTarget } from "../recent-targets";
import { type LoadSources, usePaletteSearch } from "../use-palette-search";
import { useTeams } from "../use-teams";
import classes from "./palette.module.css";

interface Props {
  readonly places: readonly NavigableScreen[];
  readonly loadSources: LoadSources;
  readonly allowed: Access;
  readonly onKeys: () => void;
  readonly onHelp: () => void;
  readonly onContact: () => void;
  readonly onClose: () => void;
}

interface Row {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon: ReactNode;
  /** Area of the item, which distinguishes items of the same name. */
  readonly area?: string;
  readonly keys?: readonly string[] | undefined;
  readonly run: () => void;
}

interface Group {
  readonly id: string;
  readonly heading: string;
  readonly rows: readonly Row[];
}

/** Number of rows that Page Up and Page Down move the selection by. */
const PAGE_ROWS = 8;

/** Commands offered when nothing is found. */
const HELP_COMMANDS: ReadonlySet<string> = new Set(["act-help", "act-contact"]);

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Whether every typed word is a prefix of a word of the label, in the letters of any language. */
function matchesWords(label: string, typed: string): boolean {
  const words = label.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u);
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((start) => words.some((word) => word.startsWith(start)));
}

function KeyHints({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className={classes.keys}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}

/** Ctrl+K: opens any available screen, finds records by name and runs commands. */
export function Palette({ places, loadSources, allowed, onKeys, onHelp, onContact, onClose }: Props) {
  useReturnFocus();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const me = useMe();
  const teamId = me?.team?.companyId ?? "";
  const scheme = useSchemeChoice();
  const { teams, change } = useTeams(true);
  const chooseLanguage = useChooseLanguage();
  const [typed, setTyped] = useState("");
  const [choice, setChoice] = useState(0);
  const listId = useId();
  const search = usePaletteSearch(typed, loadSources, allowed);
  const recent = useMemo(() => readRecentTargets(teamId), [teamId]);

  function go(path: string, label: string): void {
    storeRecentTarget(teamId, { path, label });
    void navigate(path);
  }

  const screens = places.map((place): Row => {
    const { group, icon: Icon, label, name, path, shortcut } = place;
    const area = t(`shell.groups.${group}`);
    return {
      id: `screen-${name}`,
      label: t(label),
      ...(area === t(label) ? {} : { area }),
      icon: <Icon {...ICON} />,
      ...(shortcut ? { keys: ["g", shortcut] } : {}),
      run: () => go(path, t(label)),
    };
  });
  const isDark = scheme === "dark" || (scheme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const commands = listCommands({
    allowed,
    go: (path) => void navigate(path),
    isDark,
    chooseScheme,
    otherLanguages: LANGUAGES.filter((language) => language !== getCurrentLanguage()).map((language) => ({
      id: language,
      name: LANGUAGE_NAMES[language],
    })),
    chooseLanguage: (id) => {
      const language = LANGUAGES.find((each) => each === id);
      if (language) chooseLanguage(language);
    },
    otherTeams: teams
      .filter(({ active }) => !active)
      .map(({ companyId, name, slug }) => ({ id: companyId, name: name || slug })),
    switchTeam: (id) => void change(id),
    openHelp: onHelp,
    openContact: onContact,
    openKeys: onKeys,
  }).map(
    ({ id, label, words, icon: Icon, keys, run }): Row => ({
      id: `act-${id}`,
      label: t(label, words ?? {}),
      icon: <Icon {...ICON} />,
      ...(keys ? { keys } : {}),
      run,
    }),
  );

  const words = typed.trim();
  const isTyped = words !== "";
  const fitting = (rows: readonly Row[]) => (isTyped ? rows.filter(({ label }) => matchesWords(label, typed)) : rows);
  const foundGroups: readonly Group[] = [
    {
      id: "recent",
      heading: t("shell.recent"),
      rows: isTyped
        ? []
        : recent.map(({ path, label }) => ({
            id: `recent-${path}`,
            label,
            icon: <IconArrowBackUp {...ICON} />,
            run: () => go(path, label),
          })),
    },
    { id: "screens", heading: t("shell.screens"), rows: fitting(screens) },
    ...search.found.map(({ source, hits }) => ({
      id: source.id,
      heading: t(source.heading),
      rows: hits.map(({ id, label, description, path }) => ({
        id: `${source.id}-${id}`,
        label,
        description,
        icon: <source.icon {...ICON} />,
        run: () => go(path, label),
      })),
    })),
    { id: "acts", heading: t("shell.acts"), rows: fitting(commands) },
  ].filter(({ rows }) => rows.length > 0);
  const isNothing = foundGroups.length === 0 && !search.isBusy;
  const groups: readonly Group[] = isNothing
    ? [{ id: "next", heading: t("shell.nothingFoundNext"), rows: commands.filter(({ id }) => HELP_COMMANDS.has(id)) }]
    : foundGroups;
  const rows = groups.flatMap((group) => group.rows);
  const chosenIndex = Math.min(Math.max(choice, 0), rows.length - 1);
  const chosenId = formatOptionId(rows[chosenIndex]);
  const combobox = useVirtualizedCombobox({
    opened: true,
    totalOptionsCount: rows.length,
    getOptionId: (index) => formatOptionId(rows[index]),
    selectedOptionIndex: chosenIndex,
    setSelectedOptionIndex: setChoice,
    onSelectedOptionSubmit: (index) => run(rows[index]),
  });

  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
  });

  function formatOptionId(row: Row | undefined): string | null {
    return row ? `${listId}-${row.id}` : null;
  }

  function run(row: Row | undefined): void {
    if (!row) return;
    onClose();
    row.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      setChoice(chosenIndex + (event.key === "PageDown" ? PAGE_ROWS : -PAGE_ROWS));
    } else if (event.key === "Enter" && event.nativeEvent.code === "") {
      // Mantine knows the key by its code, which keyboards on a touch screen do not send.
      combobox.clickSelectedOption();
    }
  }

  const state = search.isBusy ? t("shell.searching") : search.hasFailed ? t("shell.searchFailed") : "";
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={600}
      yOffset={82}
      lockScroll={false}
      // Not on the content itself, which passes its class to the element that positions it.
      classNames={{ content: classes.content ?? "" }}
    >
      <Modal.Overlay blur={0} backgroundOpacity={0.28} />
      <Modal.Content aria-label={t("shell.palette")}>
        <Combobox
          // The list is open from the first render on, before Mantine has read its id.
          store={{ ...combobox, listId }}
          onOptionSubmit={(id) => run(rows.find((row) => row.id === id))}
        >
          <div className={classes.search}>
            <IconSearch {...ICON} />
            <Combobox.EventsTarget
              withExpandedAttribute
              aria-activedescendant={chosenId}
              // Escape closes the dialog, because the list has nothing to close.
              data-mantine-stop-propagation={null}
            >
              <Input
                variant="unstyled"
                data-autofocus
                aria-autocomplete="list"
                aria-label={t("shell.search")}
                placeholder={t("shell.search")}
                value={typed}
                maxLength={100}
                spellCheck={false}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  setChoice(0);
                }}
                onKeyDown={onKeyDown}
              />
            </Combobox.EventsTarget>
          </div>
          <p className="said" role="status">
            {state || (isTyped ? t("shell.results", { count: foundGroups.flatMap((group) => group.rows).length }) : "")}
          </p>
          {foundGroups.length === 0 ? (
            <p className={classes.empty}>{isNothing ? t("shell.nothingFound", { words }) : t("shell.searching")}</p>
          ) : null}
          <Combobox.Options id={listId} className={classes.list ?? ""} aria-label={t("shell.palette")}>
            {groups.map(({ id, heading, rows: own }) => (
              <Combobox.Group key={id} aria-label={heading}>
                <div className={classes.heading} aria-hidden="true">
                  {heading}
                </div>
                {own.map((row) => {
                  const index = rows.indexOf(row);
                  return (
                    <Combobox.Option
                      key={row.id}
                      id={`${listId}-${row.id}`}
                      value={row.id}
                      className={classes.row ?? ""}
                      selected={index === chosenIndex}
                      aria-selected={index === chosenIndex}
                      onPointerMove={() => setChoice(index)}
                    >
                      {row.icon}
                      <span className={classes.words}>
                        <span>{row.label}</span>
                        {row.description ? <small>{row.description}</small> : null}
                      </span>
                      {row.area ? <span className={classes.area}>{row.area}</span> : null}
                      {row.keys ? <KeyHints keys={row.keys} /> : null}
                    </Combobox.Option>
                  );
                })}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox>
        <footer className={classes.foot} aria-hidden="true">
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd> {t("shell.choose")}
          </span>
          <span>
            <kbd>↵</kbd> {t("shell.openIt")}
          </span>
          <span className={classes.state}>{state}</span>
        </footer>
      </Modal.Content>
    </Modal.Root>
  );
}
