import { useQuery } from "@tanstack/react-query";
import { RequestError } from "../api/client";
import { similarQuery } from "../api/products";
import { Button, buttonStyle } from "../ui/button";
import { NotFoundPanel } from "./not-found";
import { SimilarProducts } from "./similar-products";

interface ProductMissingProps {
  id: string;
  error: Error | null;
  isRetrying: boolean;
  retry: () => void;
}

/**
 * Shown when a tool does not exist, or could not be loaded, with a retry button in that case. A removed tool is one that
 * has no page, but similar tools: those are shown.
 */
export function ProductMissing({ id, error, isRetrying, retry }: ProductMissingProps) {
  const mayBeThere = error !== null && !(error instanceof RequestError && isFinal(error.status));
  const { isSuccess } = useQuery(similarQuery(id));
  const isRemoved = isSuccess && !mayBeThere;
  const panel = (
    <NotFoundPanel
      title={isRemoved ? "No Longer Listed" : "Product Not Found"}
      text={
        <>
          <p className="mt-3 max-w-md text-balance text-muted">
            {isRemoved
              ? "This tool has been removed from the directory."
              : "The product you're looking for doesn't exist or has been removed."}
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
  return isRemoved ? (
    <>
      {panel}
      <div className="page-width pb-4">
        <SimilarProducts id={id} />
      </div>
    </>
  ) : (
    panel
  );
}

const isFinal = (status: number) => status === 404 || status === 410;
