/** A time to wait in words: "12 seconds", "1 minute", "14 minutes". From a minute on it is rounded up. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
