/** Class lists that several screens share; those of a single component are in its file. */

/** A surface raised above the page. */
export const panel = "rounded-xl border border-hairline bg-raised";

/** A list in a panel, with a line between its rows. */
export const panelRows = `${panel} divide-y divide-hairline overflow-hidden`;

/** A framed remark. Add a border color. */
export const remark = "rounded-lg border px-4 py-3 wrap-anywhere";

/** A remark about a failure. */
export const failedRemark = `${remark} mt-4 border-danger text-[0.875rem]`;

/** A remark about something that is unavailable here. */
export const refusedRemark = `${remark} border-dashed border-line text-[0.8125rem] text-muted`;

/** A card with a checkbox or a radio button. */
export const choiceCard =
  "focus-frame min-w-0 cursor-pointer rounded-field border border-line px-4 py-3 hover:border-field has-checked:border-text has-checked:bg-raised-2";

/** One of a list of options. */
export const optionRow =
  "flex min-h-11 cursor-pointer items-center rounded-md px-3 py-1 text-[0.875rem] text-muted wrap-anywhere hover:bg-hairline hover:text-text aria-selected:bg-hairline aria-selected:text-text md:h-9 md:min-h-9";

/** A tab in a tab bar. */
export const tab =
  "min-h-11 border-transparent border-b-2 font-medium text-muted hover:text-text aria-[current]:border-text aria-[current]:text-text aria-selected:border-text aria-selected:text-text";

/** The summary of a details element with the class group: its marker is a chevron that rotates. */
export const disclosure =
  "chevron cursor-pointer list-none after:transition-[rotate] group-open:after:rotate-180 [&::-webkit-details-marker]:hidden";

/** A progress element. The browser draws its own look only without borders, which the style sheet resets. */
export const progressBar =
  "h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-brass [&::-moz-progress-bar]:bg-brass forced-colors:appearance-auto";

/** The line above the products and above the logos, each with a link to the other. */
export const sectionHead = "mb-2 flex flex-wrap items-baseline gap-x-3.5";

/** The link from one of them to the other: the list between them may be very long. */
export const jumpLink =
  "ml-auto inline-flex min-h-11 min-w-11 items-center justify-end gap-1 rounded-md text-[0.875rem] text-muted underline decoration-line underline-offset-4 hover:text-text";

/** The target of such a link, with space for the sticky bar. */
export const jumpTarget = "scroll-mt-19 focus:outline-none lg:scroll-mt-4";
