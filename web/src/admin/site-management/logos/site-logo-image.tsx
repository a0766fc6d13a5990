import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import type { SiteLogo } from "../../../api/logo-settings";

/** A logo on the page's background, or an icon if it is missing or does not load. */
export function SiteLogoImage({ logo }: { logo: SiteLogo | undefined }) {
  const [broken, setBroken] = useState("");
  const isShown = logo !== undefined && logo.fileData !== broken;
  return (
    <div className="grid h-32 mt-4 mb-3 place-items-center p-4 border border-hairline rounded-lg bg-background text-dim">
      {isShown ? (
        <img
          className="max-h-24 min-h-0 max-w-full object-contain"
          src={logo.fileData}
          alt={logo.name}
          data-type={logo.type}
          onError={() => setBroken(logo.fileData)}
        />
      ) : (
        <IconPhoto size={28} stroke={1.4} aria-hidden="true" />
      )}
    </div>
  );
}
