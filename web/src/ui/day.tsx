const months = "January February March April May June July August September October November December".split(" ");

/**
 * A date of the API in UTC, the same on the server and in every browser: "November 23, 2026". It does not use Intl,
 * which the server's engine does not have. A short one has no year: "Nov 23".
 */
export function Day({ at, isShort = false }: { at: string; isShort?: boolean }) {
  const [year = "", month = "", day = ""] = at.slice(0, "2026-11-23".length).split("-");
  const name = months[Number(month) - 1];
  return (
    <time dateTime={at}>{isShort ? `${name?.slice(0, 3)} ${Number(day)}` : `${name} ${Number(day)}, ${year}`}</time>
  );
}
