/**
 * The addresses to try for an image, in order. An empty source or the text "null" has none; a data URI and a URL are
 * taken as they are; an uploaded file may also be where older set-ups kept it.
 */
export function imageCandidates(source: string | null | undefined): string[] {
  const address = source?.trim() ?? "";
  if (address === "" || address === "null") return [];
  if (!isPath(address) || !address.includes("/uploads/")) return [address];
  const movedTo = (folder: string) => address.replace("/uploads/", () => folder);
  return [
    address,
    movedTo("/static/uploads/"),
    movedTo("/dist/public/uploads/"),
    movedTo("/"),
    address.slice(1), // without its leading slash
  ];
}

const isPath = (address: string) => address.startsWith("/") && !address.startsWith("//");
