import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { PlainButton } from "@/ui/components/plain-button";
import { useInspector } from "../inspector";
import panel from "./panel.module.css";

interface Props {
  readonly label: string;
  readonly isMixed: boolean;
  /** The control, with the value of the first node. */
  readonly children: ReactNode;
}

/** A setting of several nodes. While it differs between them, its control appears on request, and sets all of them. */
export function SharedSetting({ label, isMixed, children }: Props) {
  const { t } = useInspector();
  const id = useId();
  const control = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const find = (selector: string) => control.current?.querySelector<HTMLElement>(selector);
    (find("input, select, textarea") ?? find("button"))?.focus();
  }, [isOpen]);
  // Once open it stays: the first key makes all values the same.
  if (isOpen || !isMixed) return <div ref={control}>{children}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, which can't stand beside its value
    <div className={panel.field} role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <p className={panel.note}>{t("inspector.controls.mixed")}</p>
      <PlainButton onClick={() => setOpen(true)}>{t("inspector.controls.setForAll")}</PlainButton>
    </div>
  );
}
