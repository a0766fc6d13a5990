import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../../api/fault";
import { FailedLine } from "../../kit/admin/list";
import { MayChange } from "../../kit/admin/may";
import { panel } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { toastError } from "../../kit/toast";
import { forgetImages, imagesQuery, retryImages } from "./api";

/** How many images of imported tools are still to be saved, and which could not be. Nothing while there are none. */
export function ImagesPanel() {
  const query = useQuery(imagesQuery());
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (call: () => ReturnType<typeof retryImages>) => call(),
    onSuccess: (status) => queries.setQueryData(imagesQuery().queryKey, status),
    onError: (error) => toastError("Couldn't change the images", sentenceOf(error, "Failed to connect to server")),
  });
  const { data, error } = query;
  if (!data) return error ? <FailedLine what="the images" query={query} /> : null;
  const { pending, failed, listed } = data;
  if (pending + failed === 0) return null;
  return (
    <section aria-label="Images" className={`${panel} mt-6 px-5 py-4`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-[1_1_16rem] text-sm tabular-nums">
          {pending > 0 ? `${countOf(pending, "image")} of imported tools still to be saved. ` : ""}
          {failed > 0 ? `${countOf(failed, "image")} couldn't be saved and stay at their sites.` : ""}
        </p>
        <MayChange area="catalog">
          {failed > 0 ? (
            <Button size="small" disabled={change.isPending} onClick={() => change.mutate(retryImages)}>
              Try again
            </Button>
          ) : null}
          <Button size="small" tone="bare" disabled={change.isPending} onClick={() => change.mutate(forgetImages)}>
            {pending > 0 ? "Stop" : "Dismiss"}
          </Button>
        </MayChange>
      </div>
      {listed.length > 0 ? (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard scrolls it
          tabIndex={0}
          aria-label="Images that couldn't be saved"
          className="mt-3 max-h-60 divide-y divide-hairline overflow-y-auto text-[0.8125rem] text-muted"
        >
          {listed.map(({ product, name, url, reason }) => (
            <li key={`${product} ${url}`} className="py-1.5 wrap-anywhere">
              {name}: {url} <span className="text-danger">{reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
