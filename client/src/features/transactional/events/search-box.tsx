import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Combobox, TextInput, useVirtualizedCombobox } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import classes from "./search-box.module.css";
import {
  applySuggestion,
  findTypedTerm,
  type SearchSuggestion,
  type SuggestedValues,
  suggestTerms,
} from "./search-terms";

interface Props {
  readonly value: string;
  readonly knownValues: SuggestedValues;
  /** The server's error about the search. */
  readonly problem: string | undefined;
  /** Called on focus, to start loading suggestions. */
  readonly onNear: () => void;
  readonly onSearch: (text: string) => void;
}

const MAX_CHARACTERS = 500;
const NO_CHOICE = -1;

/** Search field with completion. Enter accepts a selected suggestion first, then searches. */
export function SearchBox({ value, knownValues, problem, onNear, onSearch }: Props) {
  const { t } = useTranslation();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [caret, setCaret] = useState(value.length);
  const [isOpen, setOpen] = useState(false);
  /** Index of the selected suggestion, or `NO_CHOICE`. */
  const [choice, setChoice] = useState(NO_CHOICE);
  // Something else changed the URL: the form, a saved search, or browser history.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const typed = findTypedTerm(text, caret);
  const suggestions = isOpen ? suggestTerms(typed, knownValues) : [];
  const chosen = suggestions[choice];
  const chosenId = chosen ? formatOptionId(choice) : null;
  const isListed = suggestions.length > 0;
  const combobox = useVirtualizedCombobox({
    opened: isListed,
    onOpenedChange: setOpen,
    totalOptionsCount: suggestions.length,
    getOptionId: formatOptionId,
    selectedOptionIndex: chosen ? choice : NO_CHOICE,
    setSelectedOptionIndex: setChoice,
    onSelectedOptionSubmit: (index) => acceptSuggestion(suggestions[index]),
  });
  const wantedCaret = useRef<number>(undefined);

  useEffect(() => {
    if (wantedCaret.current === undefined) return;
    field.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = undefined;
  });

  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);

  function formatOptionId(index: number): string {
    return `${listId}-${index}`;
  }

  function acceptSuggestion(suggestion: SearchSuggestion | undefined): void {
    if (!suggestion) return;
    const [next, at] = applySuggestion(text, typed, suggestion);
    wantedCaret.current = at;
    setText(next);
    setCaret(at);
    setChoice(NO_CHOICE);
    setOpen(true);
    field.current?.focus();
  }

  function search(words: string): void {
    setOpen(false);
    setChoice(NO_CHOICE);
    onSearch(words.trim());
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !chosen) {
      event.preventDefault();
      search(text);
    } else if (event.key === "Enter" && event.nativeEvent.code === "") {
      // Mantine knows the key by its code, which keyboards on a touch screen do not send.
      event.preventDefault();
      combobox.clickSelectedOption();
    } else if (event.key === "Escape" && isListed) {
      event.preventDefault();
      event.stopPropagation();
      setChoice(NO_CHOICE);
    } else if (event.key === "Tab" && chosen && !event.shiftKey) {
      event.preventDefault();
      acceptSuggestion(chosen);
    }
  }

  return (
    <search className={classes.search}>
      <Combobox
        store={combobox}
        position="bottom-start"
        onOptionSubmit={(label) => acceptSuggestion(suggestions.find((one) => one.text === label))}
      >
        <Combobox.Target withExpandedAttribute aria-activedescendant={chosenId}>
          <TextInput
            ref={field}
            classNames={{ input: classes.input ?? "" }}
            data-search
            aria-label={t("transactional.events.search")}
            aria-autocomplete="list"
            placeholder={t("transactional.events.searchExample")}
            error={problem}
            errorProps={{ role: "alert" }}
            value={text}
            maxLength={MAX_CHARACTERS}
            autoCapitalize="none"
            spellCheck={false}
            leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
            rightSectionPointerEvents="all"
            rightSection={
              text ? (
                <IconButton
                  size="row"
                  label={t("terms.clearSearch")}
                  onClick={() => {
                    setText("");
                    search("");
                    field.current?.focus();
                  }}
                >
                  <IconX size={14} stroke={1.7} aria-hidden="true" />
                </IconButton>
              ) : (
                <kbd aria-hidden="true">/</kbd>
              )
            }
            onFocus={() => {
              onNear();
              setOpen(true);
            }}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setCaret(currentTarget.selectionStart ?? currentTarget.value.length);
              setChoice(NO_CHOICE);
              setOpen(true);
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
        </Combobox.Target>
        <Combobox.Dropdown className={classes.dropdown ?? ""}>
          <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label={t("transactional.events.completions")}>
            {suggestions.map((suggestion, index) => (
              <Combobox.Option
                key={suggestion.text}
                id={formatOptionId(index)}
                value={suggestion.text}
                className={classes.option ?? ""}
                selected={suggestion === chosen}
                aria-selected={suggestion === chosen}
                onPointerMove={() => setChoice(index)}
              >
                <code>{suggestion.label}</code>
                {suggestion.isWhole ? null : (
                  <span>{t(toTextKey(`transactional.events.keys.${suggestion.label.replace(/[:.…]+$/, "")}`))}</span>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </search>
  );
}
