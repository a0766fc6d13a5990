import { useEffect } from "react";

/** The icon's size in pixels: that of a tab icon on a high-density screen. */
const side = 64;

/**
 * Inlines the site's icon as a data URI while the page is shown. Browsers request the icon again whenever the URL
 * changes, which happens here while typing; a data URI needs no request.
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

/** Returns the image as a data URI, or undefined if the browser has no canvas. */
function draw(icon: HTMLImageElement): string | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.drawImage(icon, 0, 0, side, side);
  return canvas.toDataURL("image/png");
}
