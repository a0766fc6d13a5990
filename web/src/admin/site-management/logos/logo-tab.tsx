import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type SiteLogo, siteLogosQuery } from "../../../api/logo-settings";
import { CardTitle, NothingYet, StateBadge } from "../../../kit/admin/card";
import { Question } from "../../../kit/admin/question";
import { Loaded } from "../../../kit/admin/state-panel";
import { panel } from "../../../kit/admin/styles";
import { Button } from "../../../kit/button";
import { sizeInKB } from "./logo-file";
import { LogoSlot } from "./logo-slot";
import { SiteLogoImage } from "./site-logo-image";
import { slots } from "./slots";
import { useDeleteLogo } from "./use-logos";

/** The site's logos: a slot for each kind, and all stored logos below. */
export function LogoTab() {
  const logos = useQuery(siteLogosQuery());
  const [doomed, setDoomed] = useState<SiteLogo | null>(null);
  return (
    <>
      <div className="grid gap-4 min-[60rem]:grid-cols-3">
        {slots.map((slot) => (
          <LogoSlot
            key={slot.type}
            slot={slot}
            logo={logos.data?.find(({ type, isActive }) => type === slot.type && isActive)}
            isKnown={logos.data !== undefined}
            remove={setDoomed}
          />
        ))}
      </div>
      <section aria-labelledby="current-logos-title" className="mt-10">
        <CardTitle id="current-logos-title">Current Logos</CardTitle>
        <Loaded
          query={logos}
          failure="Failed to fetch logos"
          loading={<NothingYet role="status">Loading...</NothingYet>}
        >
          {(list) => <CurrentLogos logos={list} remove={setDoomed} />}
        </Loaded>
      </section>
      {doomed ? <DeleteQuestion logo={doomed} onClose={() => setDoomed(null)} /> : null}
    </>
  );
}

function DeleteQuestion({ logo, onClose }: { logo: SiteLogo; onClose: () => void }) {
  const remove = useDeleteLogo(onClose);
  return (
    <Question
      title="Are you sure you want to delete this logo?"
      description={`“${logo.name}” is deleted for good and disappears from the site.`}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(logo.id)}
    />
  );
}

interface CurrentLogosProps {
  logos: SiteLogo[];
  remove: (logo: SiteLogo) => void;
}

/** All stored logos. */
function CurrentLogos({ logos, remove }: CurrentLogosProps) {
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
