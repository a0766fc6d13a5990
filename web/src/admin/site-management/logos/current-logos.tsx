import type { SiteLogo } from "../../../api/logo-settings";
import { Button } from "../../../ui/button";
import { StateBadge } from "../state-badge";
import { sizeInKB } from "./logo-file";
import { SiteLogoImage } from "./site-logo-image";
import { slots } from "./slots";

interface CurrentLogosProps {
  logos: SiteLogo[];
  remove: (logo: SiteLogo) => void;
}

/** Every logo that is kept. */
export function CurrentLogos({ logos, remove }: CurrentLogosProps) {
  if (logos.length === 0) {
    return <p className="site-empty">No logos uploaded yet. Use the upload section above to add your first logo.</p>;
  }
  return (
    <ul aria-label="Current logos" className="logo-grid">
      {logos.toSorted(inSlotOrder).map((logo) => (
        <li key={logo.id} className="stored-logo">
          <SiteLogoImage logo={logo} />
          <div className="flex items-center justify-between gap-2">
            <span className="logo-type">{logo.type}</span>
            <StateBadge isActive={logo.isActive} />
          </div>
          <h3 className="logo-name">{logo.name}</h3>
          <p className="logo-data">
            <span>{sizeInKB(logo.fileSize)}</span>
            <span>{logo.mimeType}</span>
          </p>
          <Button size="small" tone="danger" aria-label={`Delete ${logo.name}`} onClick={() => remove(logo)}>
            Delete
          </Button>
        </li>
      ))}
    </ul>
  );
}

const slotIndex = ({ type }: SiteLogo) => slots.findIndex((slot) => slot.type === type);

const inSlotOrder = (a: SiteLogo, b: SiteLogo) => slotIndex(a) - slotIndex(b);
