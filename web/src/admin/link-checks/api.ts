import { read } from "../../api/client";
import { answered, client, pagedQuery } from "../../api/openapi-client";
import type { LinkCheck, LinkChecks, LinkRun } from "../../api/schema.gen";

export type LinkState = LinkCheck["state"];

/** How often a run that is going on is read again, in milliseconds. */
const pollInterval = 2000;

const checksAddress = "/api/admin/link-checks";

export const linkRunQuery = () => ({
  ...read("/api/admin/links", {}),
  gcTime: 0,
  refetchInterval: ({ state }: { state: { data?: LinkRun | undefined } }) =>
    state.data?.status === "running" ? pollInterval : (false as const),
});

/** The tools whose website is in a state, page by page. */
export const linkChecksQuery = (state: LinkState) =>
  pagedQuery<LinkChecks>([checksAddress, state], (cursor, signal) =>
    answered(client.GET(checksAddress, { params: { query: { state, cursor } }, signal })),
  );

export type RunAction = "start" | "pause" | "resume";

export const changeLinkRun = (action: RunAction) => answered(client.POST(`/api/admin/links/${action}`, {}));

/** The states with a proposal. */
export type BrokenState = Exclude<LinkState, "ok" | "refused">;

/** Does what is proposed for tools in a state: for these ids, or for all. Returns the version with which that is undone. */
export const acceptChecks = (state: BrokenState, ids: number[] | undefined) =>
  answered(client.POST("/api/admin/link-checks/accept", { body: ids ? { state, ids } : { state, all: true } }));

/** Notes that the administrator has checked websites, or undoes that. */
export const confirmLinks = (ids: number[], confirmed: boolean) =>
  client.POST("/api/admin/link-checks/confirm", { body: { ids, confirmed } });
