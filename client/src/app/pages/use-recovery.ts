import { useCallback, useEffect, useRef, useState } from "react";
import { retryDelayMs } from "@/lib/retry-delay";
import { isServerResponding } from "../server-status";

/** Polls until the server responds, then calls `onBack` once. Also polls when the browser comes online and on `ask`. */
export function useRecovery(onBack: () => void): { isAsking: boolean; ask: () => void } {
  const [failed, setFailed] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const isUnderWay = useRef(false);
  const whenBack = useRef(onBack);
  whenBack.current = onBack;

  const ask = useCallback(async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setAsking(true);
    const isBack = await isServerResponding();
    isUnderWay.current = false;
    setAsking(false);
    if (isBack) whenBack.current();
    else setFailed((before) => before + 1);
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => void ask(), retryDelayMs(failed));
    return () => clearTimeout(timer);
  }, [failed, ask]);

  useEffect(() => {
    const onOnline = () => void ask();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, [ask]);

  return { isAsking, ask: () => void ask() };
}
