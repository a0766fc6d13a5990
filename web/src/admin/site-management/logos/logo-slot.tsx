import { IconTrash } from "@tabler/icons-react";
import type { SiteLogo } from "../../../api/logo-settings";
import { CardTitle, cardStyle } from "../../../kit/admin/card";
import { FileChooser, useFileDrop } from "../../../kit/admin/file-chooser";
import { IconButton } from "../../../kit/admin/icon-button";
import { logoTypes, sizeInKB } from "./logo-file";
import { SiteLogoImage } from "./site-logo-image";
import type { Slot } from "./slots";
import { useSaveLogo } from "./use-logos";

interface LogoSlotProps {
  slot: Slot;
  /** The current logo, if there is one. */
  logo: SiteLogo | undefined;
  /** Whether the logos have been loaded. */
  isKnown: boolean;
  remove: (logo: SiteLogo) => void;
}

/** The slot of one kind of logo: the current one, and an area to drop or choose another. */
export function LogoSlot({ slot: { type, title, use, size }, logo, isKnown, remove }: LogoSlotProps) {
  const { choose, isSaving } = useSaveLogo(type);
  const dropping = useFileDrop(([file]) => choose(file));
  return (
    <section
      aria-label={title}
      className={`${cardStyle} flex flex-col transition-[border-color] data-over:border-brass`}
      {...dropping}
    >
      <CardTitle>{title}</CardTitle>
      <p className="text-sm text-muted">
        {use}. Recommended {size}.
      </p>
      <SiteLogoImage logo={logo} />
      <div className="flex justify-between gap-4 min-w-0 mb-3 text-[0.875rem]">
        {logo ? (
          <>
            <span className="truncate font-medium">{logo.name}</span>
            <span className="flex-none text-muted tabular-nums">{sizeInKB(logo.fileSize)}</span>
          </>
        ) : (
          <span className="text-muted">{isKnown ? "No logo yet" : "\u00A0"}</span>
        )}
      </div>
      <div className="flex items-center gap-2">
        <FileChooser
          label={`Upload ${title.toLowerCase()}`}
          accept={logoTypes}
          disabled={isSaving}
          className="grow"
          onFiles={([file]) => choose(file)}
        >
          {isSaving ? "Uploading..." : logo ? "Replace" : "Choose a file"}
        </FileChooser>
        {logo ? (
          <IconButton
            label={`Delete ${title.toLowerCase()}`}
            tooltip="Delete"
            Icon={IconTrash}
            tone="danger"
            onClick={() => remove(logo)}
          />
        ) : null}
      </div>
      <p className="field-note">PNG, JPG, SVG. At most 5MB, an SVG 256KB.</p>
    </section>
  );
}
