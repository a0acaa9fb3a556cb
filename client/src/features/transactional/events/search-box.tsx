import { Text } from "@mantine/core";
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

/** Search field with completion. Enter accepts a selected suggestion first, then searches. */
export function SearchBox({ value, knownValues, problem, onNear, onSearch }: Props) {
  const { t } = useTranslation();
  const listId = useId();
  const problemId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [caret, setCaret] = useState(value.length);
  const [isOpen, setOpen] = useState(false);
  const [choice, setChoice] = useState<number>();
  // Something else changed the URL: the form, a saved search, or browser history.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const typed = findTypedTerm(text, caret);
  const suggestions = isOpen ? suggestTerms(typed, knownValues) : [];
  const chosen = choice === undefined ? undefined : suggestions[choice];
  const isListed = suggestions.length > 0;
  const wantedCaret = useRef<number>(undefined);

  useEffect(() => {
    if (wantedCaret.current === undefined) return;
    field.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = undefined;
  });

  function acceptSuggestion(suggestion: SearchSuggestion): void {
    const [next, at] = applySuggestion(text, typed, suggestion);
    wantedCaret.current = at;
    setText(next);
    setCaret(at);
    setChoice(undefined);
    setOpen(true);
    field.current?.focus();
  }

  function search(words: string): void {
    setOpen(false);
    setChoice(undefined);
    onSearch(words.trim());
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (chosen) acceptSuggestion(chosen);
      else search(text);
    } else if (event.key === "Escape" && isListed) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setChoice(undefined);
    } else if (event.key === "Tab" && chosen && !event.shiftKey) {
      event.preventDefault();
      acceptSuggestion(chosen);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isListed) {
        setOpen(true);
        return;
      }
      const step = event.key === "ArrowDown" ? 1 : -1;
      const from = choice ?? (step === 1 ? -1 : suggestions.length);
      setChoice((from + step + suggestions.length) % suggestions.length);
    }
  }

  return (
    <search className={classes.search}>
      <div className={classes.field} data-bad={problem ? true : undefined}>
        <IconSearch size={16} stroke={1.7} aria-hidden="true" />
        <input
          ref={field}
          data-search
          type="text"
          role="combobox"
          aria-label={t("transactional.events.search")}
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={chosen ? `${listId}-${choice}` : undefined}
          aria-autocomplete="list"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          placeholder={t("transactional.events.searchExample")}
          value={text}
          maxLength={MAX_CHARACTERS}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onFocus={() => {
            onNear();
            setOpen(true);
          }}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setCaret(currentTarget.selectionStart ?? currentTarget.value.length);
            setChoice(undefined);
            setOpen(true);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
        {text ? (
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
        )}
      </div>
      {isListed ? (
        <div id={listId} className={classes.list} role="listbox" aria-label={t("transactional.events.completions")}>
          {suggestions.map((suggestion, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus; aria-activedescendant points here
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the search field accepts the selected option
            <div
              key={suggestion.text}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === choice}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setChoice(index)}
              onClick={() => acceptSuggestion(suggestion)}
            >
              <code>{suggestion.label}</code>
              {suggestion.isWhole ? null : (
                <span>{t(toTextKey(`transactional.events.keys.${suggestion.label.replace(/[:.…]+$/, "")}`))}</span>
              )}
            </div>
          ))}
        </div>
      ) : null}
      {problem ? (
        <Text size="xs" mt={6} c="var(--bad)" id={problemId} role="alert">
          {problem}
        </Text>
      ) : null}
    </search>
  );
}
