import { read } from "../../api/client";
import { answered, client, pagedQuery } from "../../api/openapi-client";
import type { AcceptLogosInput, LogoProposal, LogoProposals, LogoRun } from "../../api/schema.gen";

export type ProposalState = LogoProposal["state"];

/** How often a search that is running is read again, in milliseconds. */
const pollInterval = 2000;

const proposalsAddress = "/api/admin/logo-proposals";

export const logoSearchQuery = () => ({
  ...read("/api/admin/logo-search", {}),
  gcTime: 0,
  refetchInterval: ({ state }: { state: { data?: LogoRun | undefined } }) =>
    state.data?.status === "running" ? pollInterval : (false as const),
});

/** The tools in a state that still have no logo, page by page. */
export const proposalsQuery = (state: ProposalState) =>
  pagedQuery<LogoProposals>([proposalsAddress, state], (cursor, signal) =>
    answered(client.GET(proposalsAddress, { params: { query: { state, cursor } }, signal })),
  );

export type SearchAction = "start" | "pause" | "resume";

export const changeLogoSearch = (action: SearchAction, acceptOwn: boolean) =>
  action === "start"
    ? answered(client.POST("/api/admin/logo-search/start", { params: { query: { acceptOwn } } }))
    : answered(client.POST(`/api/admin/logo-search/${action}`, {}));

/** Looks at the website of one tool, unless that was done. */
export const startLogoOf = (product: number) =>
  answered(client.POST("/api/admin/logo-search/start", { params: { query: { product } } }));

/** What was found for one tool; undefined while its website is looked at. */
export const readProposal = async (product: number) =>
  (await answered(client.GET(proposalsAddress, { params: { query: { product } } }))).proposals[0];

/** Makes proposed logos those of the tools: of these ids, or all. Returns the version with which that is undone. */
export const acceptLogos = (body: AcceptLogosInput) =>
  answered(client.POST("/api/admin/logo-proposals/accept", { body }));

/** Drops proposals, or restores them. */
export const dismissLogos = (ids: number[], dismissed: boolean) =>
  client.POST("/api/admin/logo-proposals/dismiss", { body: { ids, dismissed } });
