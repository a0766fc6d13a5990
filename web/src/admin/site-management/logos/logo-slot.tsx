import { IconPhotoUp, IconTrash } from "@tabler/icons-react";
import type { SiteLogo } from "../../../api/logo-settings";
import { buttonStyle } from "../../../ui/button";
import { useFileDrop } from "../../files/use-file-drop";
import { logoTypes, sizeInKB } from "./logo-file";
import { SiteLogoImage } from "./site-logo-image";
import type { Slot } from "./slots";
import { useSaveLogo } from "./use-logos";

interface LogoSlotProps {
  slot: Slot;
  /** The logo that the site shows; undefined: none. */
  logo: SiteLogo | undefined;
  /** Whether it is known yet which logos there are. */
  isKnown: boolean;
  remove: (logo: SiteLogo) => void;
}

/** The place of one kind of logo: what is there, and where another is dropped or chosen. */
export function LogoSlot({ slot: { type, title, use, size }, logo, isKnown, remove }: LogoSlotProps) {
  const { choose, isSaving } = useSaveLogo(type);
  const dropping = useFileDrop(([file]) => choose(file));
  return (
    <section aria-label={title} className="site-card logo-slot" {...dropping}>
      <h2 className="site-title">{title}</h2>
      <p className="text-sm text-muted">
        {use}. Recommended {size}.
      </p>
      <SiteLogoImage logo={logo} />
      <div className="logo-facts">
        {logo ? (
          <>
            <span className="truncate font-medium">{logo.name}</span>
            <span className="text-muted tabular-nums">{sizeInKB(logo.fileSize)}</span>
          </>
        ) : (
          <span className="text-muted">{isKnown ? "No logo yet" : "\u00A0"}</span>
        )}
      </div>
      <div className="flex items-center gap-2">
        <label className={buttonStyle({ size: "small", className: "upload-chooser grow" })} data-busy={isSaving}>
          <IconPhotoUp size={16} aria-hidden="true" />
          {isSaving ? "Uploading..." : logo ? "Replace" : "Choose a file"}
          <input
            type="file"
            aria-label={`Upload ${title.toLowerCase()}`}
            accept={logoTypes}
            disabled={isSaving}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              choose(file);
              target.value = ""; // so that the same file can be chosen again
            }}
          />
        </label>
        {logo ? (
          <button
            type="button"
            className="icon-button icon-danger"
            aria-label={`Delete ${title.toLowerCase()}`}
            data-tooltip="Delete"
            onClick={() => remove(logo)}
          >
            <IconTrash size={18} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <p className="field-note">PNG, JPG, SVG. At most 5MB, an SVG 256KB.</p>
    </section>
  );
}
