import { infiniteQueryOptions } from "@tanstack/react-query";
import { read } from "../../api/client";
import { answered, client } from "../../api/openapi-client";
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];

/** The search for the logos of tools that have none. */
export type LogoRun = Schemas["LogoRun"];
/** What the search found for a tool. */
export type LogoProposal = Schemas["LogoProposal"];
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
  infiniteQueryOptions({
    queryKey: [proposalsAddress, state],
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, ...(pageParam === 0 ? {} : { cursor: pageParam }) };
      const { data } = await client.GET(proposalsAddress, { params: { query }, signal });
      return answered(data);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    gcTime: 0,
  });

export type SearchAction = "start" | "pause" | "resume";

export async function changeLogoSearch(action: SearchAction) {
  const { data } = await client.POST(`/api/admin/logo-search/${action}`, {});
  return answered(data);
}

/** Makes proposed logos those of the tools: of these ids, or all. Returns the version with which that is undone. */
export async function acceptLogos(body: Schemas["AcceptLogosInput"]) {
  const { data } = await client.POST("/api/admin/logo-proposals/accept", { body });
  return answered(data);
}

/** Drops proposals, or restores them. */
export async function dismissLogos(ids: number[], dismissed: boolean) {
  await client.POST("/api/admin/logo-proposals/dismiss", { body: { ids, dismissed } });
}
