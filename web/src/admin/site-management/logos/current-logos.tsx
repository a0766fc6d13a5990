import type { SiteLogo } from "../../../api/logo-settings";
import { panel } from "../../../kit/admin/styles";
import { Button } from "../../../kit/button";
import { NothingYet } from "../card";
import { StateBadge } from "../state-badge";
import { sizeInKB } from "./logo-file";
import { SiteLogoImage } from "./site-logo-image";
import { slots } from "./slots";

interface CurrentLogosProps {
  logos: SiteLogo[];
  remove: (logo: SiteLogo) => void;
}

/** All stored logos. */
export function CurrentLogos({ logos, remove }: CurrentLogosProps) {
  if (logos.length === 0) {
    return <NothingYet>No logos uploaded yet. Use the upload section above to add your first logo.</NothingYet>;
  }
  return (
    <ul aria-label="Current logos" className="grid gap-4 sm:grid-cols-2 min-[60rem]:grid-cols-3">
      {logos.toSorted(inSlotOrder).map((logo) => (
        <li key={logo.id} className={`${panel} flex min-w-0 flex-col items-stretch px-4 pb-4`}>
          <SiteLogoImage logo={logo} />
          <div className="flex items-center justify-between gap-2">
            <span className="text-muted text-[0.8125rem]">{logo.type}</span>
            <StateBadge isActive={logo.isActive} />
          </div>
          <h3 className="mt-1.5 text-[0.9375rem] font-[550] wrap-anywhere">{logo.name}</h3>
          <p className="flex flex-wrap justify-between gap-x-4 mt-1 mb-3.5 text-muted text-[0.8125rem] tabular-nums">
            <span>{sizeInKB(logo.fileSize)}</span>
            <span>{logo.mimeType}</span>
          </p>
          <Button
            size="small"
            tone="danger"
            className="mt-auto"
            aria-label={`Delete ${logo.name}`}
            onClick={() => remove(logo)}
          >
            Delete
          </Button>
        </li>
      ))}
    </ul>
  );
}

const slotIndex = ({ type }: SiteLogo) => slots.findIndex((slot) => slot.type === type);

const inSlotOrder = (a: SiteLogo, b: SiteLogo) => slotIndex(a) - slotIndex(b);
