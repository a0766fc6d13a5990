import { Skeleton } from "../../kit/skeleton";
import { bodyStyle, formStyle, sectionListStyle, sectionStyle, sideStyle } from "./layout";

/** The placeholder of the form while its product loads. */
export function FormSkeleton() {
  return (
    <div role="status" className={formStyle}>
      <span className="sr-only">Loading the product</span>
      <div className={sideStyle}>
        <div className={sectionListStyle} aria-hidden="true">
          {[64, 40, 52, 84].map((width) => (
            <span key={width} className="flex h-11 items-center px-3 md:h-9">
              <span className="skeleton h-3.5" style={{ width }} />
            </span>
          ))}
        </div>
      </div>
      <div className={bodyStyle} aria-hidden="true">
        <div className={sectionStyle}>
          <Skeleton className="h-7 w-24" />
          {["name", "website", "type", "categories", "description"].map((field) => (
            <span key={field} className="block">
              <Skeleton className="my-2.5 h-4 w-24" />
              <Skeleton className="mb-6.5 h-11 w-full rounded-lg" />
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
