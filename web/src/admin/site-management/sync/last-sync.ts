import { useState } from "react";

const key = "last_sync";

/** When a sync last succeeded that was started in this browser, in milliseconds; 0 when none has. */
export function useLastSync() {
  const [time, setTime] = useState(() => timeIn(localStorage.getItem(key)));
  const remember = (now: number) => {
    localStorage.setItem(key, String(now));
    setTime(now);
  };
  return [time, remember] as const;
}

/** What was kept, if it is a time. */
export function timeIn(kept: string | null): number {
  const time = Number(kept);
  return Number.isSafeInteger(time) && time > 0 && time <= 8.64e15 ? time : 0;
}
