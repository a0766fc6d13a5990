import { IconArrowUp } from "@tabler/icons-react";
import { lazy, useEffect, useRef, useState } from "react";
import { Skeleton } from "../../ui/skeleton";
import { ScreenBoundary } from "../screen-boundary";
import { useNear } from "./use-near";

const LogoBoard = lazy(() => import("./logo-board"));

/** The logos below the list of products: nothing of them is loaded before one comes near. */
export function LogoSection() {
  const section = useRef<HTMLElement>(null);
  const isNear = useNear(section);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isNear) setWanted(true);
  }, [isNear]);
  return (
    <section ref={section} id="logos" tabIndex={-1} aria-labelledby="logos-heading" className="logo-section">
      <div className="products-heading">
        <h2 id="logos-heading" className="font-display text-2xl">
          Logo Management Dashboard
        </h2>
        <a href="#products" className="jump-link">
          <IconArrowUp size={16} aria-hidden="true" />
          <span className="max-md:sr-only">Back to products</span>
        </a>
      </div>
      <ScreenBoundary what="The logos" waiting={<Skeleton className="logo-waiting" />}>
        {isWanted ? <LogoBoard isNear={isNear} /> : <Skeleton className="logo-waiting" />}
      </ScreenBoundary>
    </section>
  );
}
