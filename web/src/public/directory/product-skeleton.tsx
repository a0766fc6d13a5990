import "./product.css";
import { breadcrumbLook } from "../../kit/breadcrumb";
import { Skeleton } from "../../kit/skeleton";
import { layout } from "./product-layout";

/** The skeleton of a tool's page. */
export function ProductSkeleton() {
  return (
    <div role="status" className="page-width pb-4">
      <span className="sr-only">Loading the tool</span>
      <div className={breadcrumbLook}>
        <Skeleton className="h-4 w-52" />
      </div>
      <div className={layout.grid}>
        <div className={layout.stage}>
          <Skeleton className="size-18 shrink-0 rounded-logo sm:size-24" />
          <div className="min-w-36 flex-1">
            <Skeleton className="h-12 w-4/5 max-w-72" />
            <Skeleton className="mt-3 h-5 w-3/5 max-w-44" />
          </div>
          <div className={layout.visit}>
            <Skeleton className="h-12 w-full rounded-lg sm:w-40" />
            <span className="min-h-11 md:min-h-6" />
          </div>
        </div>
        <div className={layout.story}>
          <div>
            <Skeleton className="mb-5 h-8 w-28" />
            {["w-full", "w-11/12", "w-4/5"].map((width) => (
              <Skeleton key={width} className={`mb-3 h-4 ${width}`} />
            ))}
          </div>
          <Skeleton className="aspect-video w-full rounded-2xl" />
        </div>
        <div className={`${layout.panels} lg:row-[1/span_2]`}>
          <Skeleton className="h-52 rounded-2xl" />
          <Skeleton className="h-44 rounded-2xl" />
          <Skeleton className="h-28 rounded-2xl" />
        </div>
      </div>
    </div>
  );
}
