/** The layout classes of a product's page, shared with its skeleton. */
export const layout = {
  grid: "grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-14",
  stage:
    "product-stage relative flex min-h-42 flex-wrap items-center gap-5 overflow-hidden rounded-panel border border-line p-5 sm:gap-6 sm:p-7 lg:col-1",
  visit: "flex max-w-full flex-col items-center gap-1 max-sm:-mb-3 max-sm:w-full sm:max-w-72 sm:items-end",
  story: "mt-7 mb-6 grid min-w-0 content-start gap-12 lg:col-1",
  /** Next to the text and sticky; below it on a narrow screen. */
  panels:
    "grid content-start gap-5 sm:max-lg:grid-cols-2 sm:max-lg:*:last:col-span-full lg:col-2 tall:sticky tall:top-26 tall:self-start",
};
