import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type SiteLogo, siteLogosQuery } from "../../../api/logo-settings";
import { FailedPanel } from "../../../kit/admin/state-panel";
import { Confirmation } from "../../../kit/confirmation";
import { CardTitle, NothingYet } from "../card";
import { CurrentLogos } from "./current-logos";
import { LogoSlot } from "./logo-slot";
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
        {logos.isPending ? <NothingYet role="status">Loading...</NothingYet> : null}
        {logos.isError && !logos.data ? (
          <FailedPanel what="Failed to fetch logos" error={logos.error} retry={() => void logos.refetch()} />
        ) : null}
        {logos.data ? <CurrentLogos logos={logos.data} remove={setDoomed} /> : null}
      </section>
      {doomed ? <DeleteQuestion logo={doomed} onClose={() => setDoomed(null)} /> : null}
    </>
  );
}

function DeleteQuestion({ logo, onClose }: { logo: SiteLogo; onClose: () => void }) {
  const remove = useDeleteLogo(onClose);
  return (
    <Confirmation
      open
      danger
      title="Are you sure you want to delete this logo?"
      description={`“${logo.name}” is deleted for good and disappears from the site.`}
      action="Delete"
      doing="Deleting..."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(logo.id)}
    />
  );
}
