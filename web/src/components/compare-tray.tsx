import { type ComponentType, useEffect, useState } from "react";
import { comparedTools, subscribeCompared } from "./compared-tools";

/** The bar with the tools to compare, whose script is loaded once there are any. */
export function CompareTray({ load }: { load: () => Promise<ComponentType> }) {
  const [Bar, setBar] = useState<ComponentType>();
  useEffect(() => {
    let isLoading = false;
    const check = () => {
      if (isLoading || comparedTools().length === 0) return;
      isLoading = true;
      void load().then(
        (loaded) => setBar(() => loaded),
        () => {
          isLoading = false; // the next change tries again
        },
      );
    };
    check();
    return subscribeCompared(check);
  }, [load]);
  return Bar ? <Bar /> : null;
}
