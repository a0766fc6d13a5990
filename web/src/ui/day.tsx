const months = "January February March April May June July August September October November December".split(" ");

/**
 * The day of a time of the API, in UTC, as the server and every browser write it: "November 23, 2026". Without the
 * platform's own formats, which the engine on the server does not have.
 */
export function Day({ at }: { at: string }) {
  const [year = "", month = "", day = ""] = at.slice(0, "2026-11-23".length).split("-");
  return (
    <time dateTime={at}>
      {months[Number(month) - 1]} {Number(day)}, {year}
    </time>
  );
}
