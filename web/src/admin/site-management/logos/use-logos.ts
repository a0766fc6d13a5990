import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { hasStatus } from "../../../api/fault";
import { type LogoType, type SiteLogoInput, saveSiteLogo, siteLogosQuery } from "../../../api/logo-settings";
import type { Site } from "../../../api/schema.gen";
import { siteQuery } from "../../../api/site";
import { readDataUrl } from "../../../kit/admin/file-chooser";
import { failed } from "../../../kit/admin/question";
import { type ToastContent, toast } from "../../../kit/toast";

const { queryKey } = siteLogosQuery();

/** Invalidates the queries that a changed logo appears in. */
export function logosChanged(queries: QueryClient) {
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

/** The maximum size of a site logo, in bytes. */
export const maxLogoBytes = 5 * 1024 * 1024;

/** The maximum size of an SVG, in bytes. */
export const maxSvgBytes = 256 * 1024;

/** The maximum lengths of a logo's name and of its file name, in characters. */
const limits = { name: 200, fileName: 255 };

/** The types that the file chooser offers. */
export const logoTypes = "image/*,.svg";

export const wrongType: ToastContent = {
  title: "Invalid file type",
  description: "Please select an image file",
  tone: "destructive",
};

export const tooLarge: ToastContent = {
  title: "File too large",
  description: "Please select an image smaller than 5MB",
  tone: "destructive",
};

export const drawingTooLarge: ToastContent = { ...tooLarge, description: "Please select an SVG smaller than 256KB" };

/** Returns why this file cannot be used, as far as the browser can tell, or null. The server checks the content. */
export function objectionTo({ type, name, size }: Pick<File, "type" | "name" | "size">): ToastContent | null {
  const isImage = type === "" ? /\.(?:png|jpe?g|gif|webp|svg)$/i.test(name) : type.startsWith("image/");
  if (!isImage) return wrongType;
  const isDrawing = type === "image/svg+xml" || (type === "" && /\.svg$/i.test(name));
  if (isDrawing && size > maxSvgBytes) return drawingTooLarge;
  return size > maxLogoBytes ? tooLarge : null;
}

/** Returns the input to save a file as the logo of a type, named like the file without its extension. */
export async function inputOf(type: LogoType, file: File): Promise<SiteLogoInput> {
  const fileName = cut(file.name, limits.fileName);
  return {
    type,
    name: cut(file.name.replace(/(?<=.)\.[^.]*$/, ""), limits.name).trim() || type,
    fileName,
    fileData: await readDataUrl(file),
    mimeType: file.type,
    fileSize: file.size,
    isActive: true,
  };
}

const cut = (text: string, limit: number) => [...text].slice(0, limit).join("");

/** Formats a size in kilobytes of 1024 bytes, with one decimal. */
export const sizeInKB = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
