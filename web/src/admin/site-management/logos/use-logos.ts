import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { hasStatus } from "../../../api/fault";
import { deleteSiteLogo, type LogoType, saveSiteLogo, siteLogosQuery } from "../../../api/logo-settings";
import { type Site, siteQuery } from "../../../api/site";
import { failed } from "../../../kit/admin/question";
import { toast } from "../../../kit/toast";
import { inputOf, objectionTo, tooLarge } from "./logo-file";

const { queryKey } = siteLogosQuery();

/** Invalidates the queries that a changed logo appears in. */
function logosChanged(queries: QueryClient) {
  void renewTabIcon(queries);
  return queries.invalidateQueries({ queryKey });
}

/** Updates the browser's tab icon. If the site's data cannot be loaded, it stays until the next page. */
async function renewTabIcon(queries: QueryClient) {
  const site = siteQuery();
  await queries.prefetchQuery({ ...site, staleTime: 0 });
  const { data, status } = queries.getQueryState(site.queryKey) ?? {};
  if (data && status === "success") showTabIcon(data.logos);
}

/** The default icon of a site. */
const ownIcon = { url: "/favicon.svg", mimeType: "image/svg+xml" };

/** Shows the tab icon that the next page will have. */
function showTabIcon(logos: Site["logos"]) {
  const { url, mimeType } = logos.find(({ type }) => type === "favicon") ?? ownIcon;
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=icon]")) {
    link.href = url;
    link.type = mimeType;
  }
}

/** Saves files as the logo of a type, one at a time. An invalid file is rejected before it is sent. */
export function useSaveLogo(type: LogoType) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (file: File) => saveSiteLogo(await inputOf(type, file)),
    onSuccess: async () => {
      toast({ title: "Logo saved successfully" });
      await logosChanged(queries);
    },
    onError: (error) => {
      if (hasStatus(error, 413)) return toast(tooLarge);
      failed("Failed to save logo")(error);
    },
  });
  const choose = (file: File | undefined) => {
    if (!file || save.isPending) return;
    const objection = objectionTo(file);
    if (objection) toast(objection);
    else save.mutate(file);
  };
  return { choose, isSaving: save.isPending };
}

/** Deletes a logo. */
export function useDeleteLogo(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deleteSiteLogo,
    onSuccess: async () => {
      toast({ title: "Logo deleted successfully" });
      await logosChanged(queries);
      onDone();
    },
    onError: failed("Failed to delete logo"),
  });
}
