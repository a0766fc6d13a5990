import { countOf } from "../../kit/count";

/** The heading of a page of alternatives. The server has the same rule (internal/alternatives/pages.go). */
export const alternativesHeading = (name: string, count: number) =>
  count === 0 ? `Alternatives to ${name}` : `${countOf(count, "alternative")} to ${name}`;
