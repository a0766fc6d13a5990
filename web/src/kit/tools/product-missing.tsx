import { isMissing } from "../../api/client";
import type { Product } from "../../api/schema.gen";
import { categoryAddress, useSite } from "../../site";
import { Breadcrumb } from "../breadcrumb";
import { Button, buttonStyle } from "../button";
import { NotFoundPanel } from "../not-found";

interface ProductMissingProps {
  error: Error | null;
  isRetrying: boolean;
  retry: () => void;
}

/** Shown when a tool does not exist, or could not be loaded, with a retry button in that case. */
export function ProductMissing({ error, isRetrying, retry }: ProductMissingProps) {
  const mayBeThere = error !== null && !isMissing(error);
  return (
    <NotFoundPanel
      title="Product Not Found"
      text={
        <>
          <p className="mt-3 max-w-md text-balance text-muted">
            The product you're looking for doesn't exist or has been removed.
          </p>
          {mayBeThere ? (
            <p role="alert" className="mt-2 max-w-md text-muted">
              Or we couldn't load it just now.
            </p>
          ) : null}
        </>
      }
    >
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <a href="/" className={buttonStyle()}>
          Back to Home
        </a>
        {mayBeThere ? (
          <Button onClick={retry} disabled={isRetrying}>
            Try again
          </Button>
        ) : null}
      </div>
    </NotFoundPanel>
  );
}

interface ProductBreadcrumbProps {
  product: Pick<Product, "slug" | "name" | "categories">;
  /** The page about the tool that is below its own; without it, the breadcrumb ends with the tool. */
  page?: string;
}

/** The breadcrumb from home to this tool, through its first category, or "Tools" without one. */
export function ProductBreadcrumb({ product: { slug, name, categories }, page }: ProductBreadcrumbProps) {
  const site = useSite();
  const [category] = categories;
  const parent =
    category === undefined ? { name: "Tools" } : { name: category, address: categoryAddress(site, category) };
  return page === undefined ? (
    <Breadcrumb between={[parent]} current={name} />
  ) : (
    <Breadcrumb between={[parent, { name, address: `/products/${slug}` }]} current={page} />
  );
}
