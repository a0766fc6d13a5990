import { useEffect } from "react";
import type { Catalog } from "../api/catalog";

/** Logos read ahead of the rest, at most. */
export const logosAhead = 8;
/** How long one may take, in milliseconds. */
export const logoTimeout = 5000;

/** Has the browser read the first logos of a list at once. One that takes too long is only noted in the console. */
export function useLogosAhead(catalog: Catalog | undefined) {
  useEffect(() => {
    const products = catalog?.sections.flatMap((section) => section.products) ?? [];
    for (const { logo } of products.slice(0, logosAhead)) {
      if (isFetched(logo)) readAhead(logo);
    }
  }, [catalog]);
}

const isFetched = (logo: string) => logo !== "" && logo !== "null" && !logo.startsWith("data:");

function readAhead(logo: string) {
  const image = new Image();
  const timer = setTimeout(() => console.warn("Image preload timeout", logo), logoTimeout);
  image.onload = image.onerror = () => clearTimeout(timer);
  image.src = logo;
}
