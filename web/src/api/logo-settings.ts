import { infiniteQueryOptions } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

export type SiteLogo = components["schemas"]["LogoSetting"];
/** The input for a logo; the server reads type and size from the file itself. */
export type SiteLogoInput = components["schemas"]["LogoSettingInput"] & Pick<SiteLogo, "mimeType" | "fileSize">;
export type LogoType = SiteLogo["type"];

/** The site's logos, at most one of each type. */
export const siteLogosQuery = () => read("/api/logo-settings", {});

/** Saves a logo; it replaces the one of its type. */
export async function saveSiteLogo(body: SiteLogoInput) {
  const { data } = await client.POST("/api/logo-settings", { body });
  return answered(data);
}

export async function deleteSiteLogo(id: number) {
  await client.DELETE("/api/logo-settings/{id}", { params: { path: { id } } });
}

/** The status of one product's logo on both sites. */
export type LogoEntry = components["schemas"]["LogoVerification"];

/** The result of a logo sync. */
export type LogosSynced = components["schemas"]["LogosSynced"];

/** How long the status of the logos is fresh, in milliseconds. */
export const logosFresh = 30_000;

/** Where each product's logo is, in the admin's order. It is polled after the first answer. */
export const logosQuery = () => ({
  ...read("/api/verify-logos", {}),
  staleTime: logosFresh,
  refetchInterval: ({ state }: { state: { data: unknown } }) => (state.data ? logosFresh : (false as const)),
});

/** Downloads from production the images that products here refer to and that are missing. */
export async function syncLogos(): Promise<LogosSynced> {
  const { data } = await client.POST("/api/sync-logos");
  return answered(data);
}

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
