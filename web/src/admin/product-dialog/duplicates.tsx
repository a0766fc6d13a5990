import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/client";
import type { Product } from "../../api/products";
import { remark } from "../../kit/admin/styles";
import { useDebounced } from "../../kit/admin/use-debounced";
import { fold } from "../../kit/fold";
import { useProductForm } from "./form-context";

/** How many of the tools that a search for the name finds are compared with it; one of this name is among the first. */
const compared = 20;

/**
 * Warns that another tool has the same website, however it is spelled, or the same name. Both are looked up at typing
 * pauses; nothing is prevented.
 */
export function Duplicates({ own }: { own: Pick<Product, "slug"> | undefined }) {
  const { name, website } = useProductForm().values;
  const askedName = useDebounced(name.trim());
  const askedWebsite = useDebounced(website.trim());
  const byWebsite = useQuery({
    ...read("/api/submissions/check", { query: { website: askedWebsite } }),
    enabled: URL.canParse(askedWebsite),
    gcTime: 0,
  });
  const byName = useQuery({
    ...read("/api/products", { query: { search: askedName, limit: compared } }),
    enabled: fold(askedName) !== "",
    gcTime: 0,
  });
  const found = new Map<string, { name: string; same: string[] }>();
  const note = (slug: string, title: string, what: string) => {
    if (slug === "" || slug === own?.slug) return;
    const same = found.get(slug)?.same ?? [];
    found.set(slug, { name: title, same: [...same, what] });
  };
  for (const product of byName.data ?? [])
    if (fold(product.name) === fold(askedName)) note(product.slug, product.name, "name");
  if (byWebsite.data?.state === "listed") note(byWebsite.data.productSlug, byWebsite.data.productName, "website");
  return (
    <div role="status" className={found.size > 0 ? `${remark} border-line-strong text-[0.8125rem]` : "absolute"}>
      {[...found].map(([slug, tool]) => (
        <p key={slug}>
          Already listed with this {tool.same.join(" and ")}:{" "}
          <a
            href={`/products/${encodeURIComponent(slug)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="underline underline-offset-3"
          >
            {tool.name}
          </a>
        </p>
      ))}
    </div>
  );
}
