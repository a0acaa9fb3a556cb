import { useCallback, useEffect, useRef, useState } from "react";
import { serverAnswers } from "../server-answers";

const FIRST_WAIT_MS = 2000;
/** The server is asked at longer and longer intervals, but never more rarely than this. */
const LONGEST_WAIT_MS = 30_000;

/** How long to wait before asking again when `failed` times no answer came; spread, so that not all come back at once. */
export function waitBefore(failed: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failed);
  return full * (0.75 + random() / 4);
}

/**
 * Asks until the server answers, then calls `onBack` once. It asks at once when the browser says that it is online
 * again, and when `ask` is called.
 */
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
    const isBack = await serverAnswers();
    isUnderWay.current = false;
    setAsking(false);
    if (isBack) whenBack.current();
    else setFailed((before) => before + 1);
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => void ask(), waitBefore(failed));
    return () => clearTimeout(timer);
  }, [failed, ask]);

  useEffect(() => {
    const onOnline = () => void ask();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, [ask]);

  return { isAsking, ask: () => void ask() };
}
