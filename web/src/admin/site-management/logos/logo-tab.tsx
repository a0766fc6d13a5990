import { IconPhoto, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deleteSiteLogo, type LogoType, type SiteLogo, siteLogosQuery } from "../../../api/logo-settings";
import { IconButton } from "../../../kit/admin/buttons";
import { CardTitle, cardStyle, NothingYet, StateBadge } from "../../../kit/admin/card";
import { FileChooser, useFileDrop } from "../../../kit/admin/file-chooser";
import { Loaded } from "../../../kit/admin/list";
import { Question, useCall } from "../../../kit/admin/question";
import { panel } from "../../../kit/admin/styles";
import { Button } from "../../../kit/button";
import { logosChanged, logoTypes, sizeInKB, useSaveLogo } from "./use-logos";

/** The site's logos: a slot for each kind, and all stored logos below. */
export function LogoTab() {
  const logos = useQuery(siteLogosQuery());
  const [toDelete, setToDelete] = useState<SiteLogo | null>(null);
  return (
    <>
      <div className="grid gap-4 min-[60rem]:grid-cols-3">
        {slots.map((slot) => (
          <LogoSlot
            key={slot.type}
            slot={slot}
            logo={logos.data?.find(({ type, isActive }) => type === slot.type && isActive)}
            isKnown={logos.data !== undefined}
            remove={setToDelete}
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
          {(list) => <CurrentLogos logos={list} remove={setToDelete} />}
        </Loaded>
      </section>
      {toDelete ? <DeleteQuestion logo={toDelete} onClose={() => setToDelete(null)} /> : null}
    </>
  );
}

function DeleteQuestion({ logo, onClose }: { logo: SiteLogo; onClose: () => void }) {
  const remove = useCall(deleteSiteLogo, {
    done: () => ({ title: "Logo deleted successfully" }),
    changed: async (queries) => {
      await logosChanged(queries);
      onClose();
    },
    failure: "Failed to delete logo",
  });
  return (
    <Question
      title="Are you sure you want to delete this logo?"
      description={`“${logo.name}” is permanently deleted and disappears from the site.`}
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

interface LogoSlotProps {
  slot: Slot;
  /** The current logo, if there is one. */
  logo: SiteLogo | undefined;
  /** Whether the logos have been loaded. */
  isKnown: boolean;
  remove: (logo: SiteLogo) => void;
}

/** The slot of one kind of logo: the current one, and an area to drop or choose another. */
function LogoSlot({ slot: { type, title, use, size }, logo, isKnown, remove }: LogoSlotProps) {
  const { choose, isSaving } = useSaveLogo(type);
  const dropping = useFileDrop(([file]) => choose(file));
  return (
    <section
      aria-label={title}
      className={`${cardStyle} flex flex-col transition-[border-color] data-over:border-brass`}
      {...dropping}
    >
      <CardTitle>{title}</CardTitle>
      <p className="text-sm text-muted min-[60rem]:min-h-[2lh]">
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

/** A logo on the page's background, or an icon if it is missing or does not load. */
function SiteLogoImage({ logo }: { logo: SiteLogo | undefined }) {
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

/** A place on the site that a logo is for. */
interface Slot {
  type: LogoType;
  title: string;
  /** Where it is shown. */
  use: string;
  /** The recommended size. */
  size: string;
}

const slots: Slot[] = [
  { type: "main", title: "Main Logo", use: "Navigation", size: "200x60px" },
  { type: "compact", title: "Compact Logo", use: "Footer and mobile", size: "120x40px" },
  { type: "favicon", title: "Favicon", use: "Browser tab, square", size: "32x32px" },
];
