const path = "/admin/site-management";

/** Returns the URL of a tab, and of a choice within it. The texts are the first tab. */
export function tabAddress(tab: string, chosen: Record<string, string> = {}): string {
  const query = new URLSearchParams(tab === "texts" ? chosen : { tab, ...chosen }).toString();
  return query === "" ? path : `${path}?${query}`;
}
