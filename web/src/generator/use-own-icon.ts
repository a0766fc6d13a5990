import { useEffect } from "react";

/** How large the icon is drawn, in pixels: as large as a tab shows it on a dense screen. */
const side = 64;

/**
 * Puts the site's icon into the document itself while the page is shown. Browsers ask for a page's icon again when its
 * address changes, which here it does while one types; of what they have already they ask nobody.
 */
export function useOwnIcon() {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!link) return;
    const { href, type } = link;
    const icon = new Image();
    icon.onload = () => {
      const drawn = draw(icon);
      if (drawn) Object.assign(link, { href: drawn, type: "image/png" });
    };
    icon.src = href;
    return () => {
      icon.onload = null;
      Object.assign(link, { href, type });
    };
  }, []);
}

/** The image as a data URI; undefined where the browser does not draw. */
function draw(icon: HTMLImageElement): string | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.drawImage(icon, 0, 0, side, side);
  return canvas.toDataURL("image/png");
}
