import type { Site } from "../../../api/site";

/** The icon of a site whose administrator has set none. */
const ownIcon = { url: "/favicon.svg", mimeType: "image/svg+xml" };

/** Shows in the browser's tab the icon that the next page will have. */
export function showTabIcon(logos: Site["logos"]) {
  const { url, mimeType } = logos.find(({ type }) => type === "favicon") ?? ownIcon;
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=icon]")) {
    link.href = url;
    link.type = mimeType;
  }
}
