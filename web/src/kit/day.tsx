const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * A date of the API in UTC, the same on the server and in every browser: "Nov 23, 2026". It does not use Intl,
 * which the server's engine does not have.
 */
export function Day({ at }: { at: string }) {
  const [year = "", month = "", day = ""] = at.slice(0, "2026-11-23".length).split("-");
  return (
    <time dateTime={at}>
      {months[Number(month) - 1]} {Number(day)}, {year}
    </time>
  );
}
