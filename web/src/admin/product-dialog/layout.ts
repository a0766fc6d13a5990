/** The layout of the product form, which its placeholder shares. */
export const formStyle =
  "grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)_auto] md:grid-cols-[18rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)_auto]";

export const sideStyle = "min-w-0 border-hairline border-b md:overflow-y-auto md:border-r md:border-b-0 md:p-4";

export const bodyStyle =
  "relative overflow-y-auto overscroll-contain px-4 pb-6 [scroll-padding:1rem] [scrollbar-gutter:stable] md:px-8 md:pt-1 md:pb-8";

export const sectionListStyle = "flex overflow-x-auto px-2 md:flex-col md:p-0";

export const sectionStyle = "grid gap-3 border-hairline pt-6 [section+&]:mt-6 [section+&]:border-t";

export const titleStyle = "scroll-mt-4 font-display text-2xl focus:outline-none";

export const footerStyle =
  "flex items-center gap-2 border-hairline border-t px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:col-span-full md:px-7 md:py-4";

export const statusStyle = "mr-auto min-w-0 text-[0.8125rem] text-muted leading-4.5 data-faults:text-danger";
