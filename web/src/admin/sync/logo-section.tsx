import { IconArrowUp } from "@tabler/icons-react";
import { lazy, useRef, useState } from "react";
import { ScreenBoundary } from "../../kit/admin/screen";
import { jumpLink, jumpTarget, sectionHead } from "../../kit/admin/styles";
import { useNear } from "../../kit/admin/viewport";
import { Skeleton } from "../../kit/skeleton";

const LogoBoard = lazy(() => import("./logo-board"));

/** The placeholder's height: that of the board. */
const waiting = "h-[calc(20.25rem+var(--logo-list-height))] min-[56rem]:h-[calc(11.5rem+var(--logo-list-height))]";

/** The logos below the list of products. They load when the section comes near the window. */
export function LogoSection() {
  const section = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const [isWanted, setWanted] = useState(false); // true once it has been near the viewport
  useNear(section, true, (isNear) => {
    setNear(isNear);
    if (isNear) setWanted(true);
  });
  return (
    <section
      ref={section}
      id="logos"
      tabIndex={-1}
      aria-labelledby="logos-heading"
      className={`${jumpTarget} mt-14 [--logo-list-height:min(38rem,75dvh)]`}
    >
      <div className={sectionHead}>
        <h2 id="logos-heading" className="font-display text-2xl">
          Logo Management Dashboard
        </h2>
        <a href="#products" className={jumpLink}>
          <IconArrowUp size={16} aria-hidden="true" />
          <span className="max-md:sr-only">Back to products</span>
        </a>
      </div>
      <ScreenBoundary what="The logos" waiting={<Skeleton className={waiting} />}>
        {isWanted ? <LogoBoard isNear={isNear} /> : <Skeleton className={waiting} />}
      </ScreenBoundary>
    </section>
  );
}
