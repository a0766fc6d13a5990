import type { Product } from "../../api/schema.gen";

export type Status = Product["status"];

/** What screens call the statuses of a product, in their order. */
export const statusLabels: Record<Status, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  hidden: "Hidden",
};

/** What a status means, where that needs a word. */
export const statusHints: Record<Status, string> = {
  draft: "Only administrators see it.",
  scheduled: "",
  published: "",
  hidden: "Taken off the site. Only administrators see it.",
};

/** The time zone of the administrator's device. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Tomorrow at nine o'clock in that time zone, as the API has it. */
export function tomorrow(): string {
  const time = new Date();
  time.setDate(time.getDate() + 1);
  time.setHours(9, 0, 0, 0);
  return time.toISOString();
}
