import "./logo-tab.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type SiteLogo, siteLogosQuery } from "../../../api/logo-settings";
import { Confirmation } from "../../../ui/confirmation";
import { FailedPanel } from "../../state-panel";
import { CurrentLogos } from "./current-logos";
import { LogoSlot } from "./logo-slot";
import { slots } from "./slots";
import { useDeleteLogo } from "./use-logos";

/** The site's logos: a place to upload each kind, and below all that there are. */
export function LogoTab() {
  const logos = useQuery(siteLogosQuery());
  const [doomed, setDoomed] = useState<SiteLogo | null>(null);
  return (
    <>
      <div className="logo-slots">
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
        <h2 id="current-logos-title" className="site-title">
          Current Logos
        </h2>
        {logos.isPending ? (
          <p role="status" className="site-empty">
            Loading...
          </p>
        ) : null}
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
