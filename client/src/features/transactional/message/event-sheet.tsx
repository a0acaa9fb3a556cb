import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconLink } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { SideSheet } from "@/ui/components/side-sheet";
import { toast } from "@/ui/toasts";
import classes from "./message-sheet.module.css";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Navigation between rows from the side sheet. */
export interface SheetNavigation {
  /** Position in the list, with the total if known. */
  readonly place: { readonly number: number; readonly total: number | undefined } | undefined;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onClose: () => void;
}

interface Props extends SheetNavigation {
  readonly title: string;
  /** Path of the full page. */
  readonly path?: string | undefined;
  readonly isCovered?: boolean;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** Side sheet over the event list, with navigation to the adjacent rows. */
export function EventSheet(props: Props) {
  const { title, path, isCovered = false, foot, children, place, onPrevious, onNext, onClose } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  useStepKeys({ j: onNext, k: onPrevious }, !isCovered);

  async function copyAddress(): Promise<void> {
    try {
      await navigator.clipboard.writeText(window.location.href);
      toast("success", t("terms.linkCopied"));
    } catch {
      toast("warning", t("ui.notCopied"));
    }
  }

  return (
    <SideSheet
      title={title}
      width="wide"
      isCovered={isCovered}
      onClose={onClose}
      {...(place
        ? {
            aside: place.total
              ? t("transactional.look.place", {
                  number: formatInteger(place.number),
                  total: formatInteger(place.total),
                })
              : formatInteger(place.number),
          }
        : {})}
      controls={
        <>
          <IconButton label={t("transactional.look.former")} aria-disabled={!onPrevious} onClick={() => onPrevious?.()}>
            <IconChevronUp {...ICON} />
          </IconButton>
          <IconButton label={t("transactional.look.next")} aria-disabled={!onNext} onClick={() => onNext?.()}>
            <IconChevronDown {...ICON} />
          </IconButton>
          <IconButton className={classes.roomy ?? ""} label={t("terms.copyLink")} onClick={() => void copyAddress()}>
            <IconLink {...ICON} />
          </IconButton>
          {path ? (
            <IconButton label={t("transactional.look.openPage")} onClick={() => void navigate(path)}>
              <IconArrowsDiagonal {...ICON} />
            </IconButton>
          ) : null}
        </>
      }
      foot={foot}
    >
      {children}
    </SideSheet>
  );
}

/** `j` and `k` move between rows while the sheet is open, except while the user types or a dialog is open. */
function useStepKeys(steps: Readonly<Record<string, (() => void) | undefined>>, isActive: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (!isActive || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (target instanceof HTMLElement && /^(?:TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if (target instanceof HTMLInputElement && target.type !== "radio") return;
    const step = steps[key];
    if (!step) return;
    event.preventDefault();
    step();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
