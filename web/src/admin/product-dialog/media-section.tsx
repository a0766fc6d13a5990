import "../../kit/tools/product-card.css";
import { IconArrowDown, IconArrowUp, IconPhoto, IconX } from "@tabler/icons-react";
import { type CSSProperties, useEffect, useId, useRef, useState } from "react";
import { SelectField, TextField } from "../../kit/admin/editor";
import { useDebounced } from "../../kit/admin/use-debounced";
import { Button } from "../../kit/button";
import { Field, FieldNote } from "../../kit/field";
import type { FieldErrors } from "../../kit/form-rules";
import { ChainedImage } from "../../kit/tools/image-chain";
import { lightOf } from "../../kit/tools/mark";
import { ProductCard } from "../../kit/tools/product-card";
import { ProductLogo } from "../../kit/tools/product-logo";
import { type VideoHost, videoEmbed, videoHost, videoHosts } from "../../kit/video-embed";
import { VideoError, VideoPlayer } from "../../kit/video-player";
import { limits, moved, without } from "./product-values";
import { UploadZone, useUpload } from "./upload-zone";
import { useProductForm } from "./use-product-editor";

/** The logo: uploaded, a URL, or none. The color from an upload is removed with the logo. */
export function LogoField({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const { values, errors, change } = useProductForm();
  const { name, logo, logoColor } = values;
  const shown = { name: name.trim() || unnamed, logo: useDebounced(logo), logoColor };
  const setLogo = (logo: string, logoColor = "") => change({ logo, logoColor });
  const { upload, cancel, progress, refusal } = useUpload({
    noun: "logo",
    done: "Logo Uploaded",
    productName: () => name.trim(),
    onBusy,
  });
  const onFiles = async ([file]: File[]) => {
    const uploaded = file && (await upload(file));
    if (uploaded) setLogo(uploaded.url, uploaded.logoColor);
  };
  return (
    <Field label="Logo" error={errors.logo} hint="Or an image URL.">
      {(wiring) => (
        <>
          <UploadZone
            label="Upload a logo"
            preview={
              <span style={{ "--light": lightOf(shown) } as CSSProperties}>
                <ProductLogo product={shown} size="detail" lazy={false} />
              </span>
            }
            progress={progress}
            refusal={refusal}
            onFiles={(files) => void onFiles(files)}
            cancel={cancel}
          >
            {logo === "" ? null : (
              <Button size="small" tone="bare" onClick={() => setLogo("")}>
                Remove logo
              </Button>
            )}
          </UploadZone>
          <input
            {...wiring}
            name="logo"
            value={logo}
            onChange={(event) => setLogo(event.currentTarget.value)}
            placeholder="https://"
            autoComplete="off"
            inputMode="url"
            className="input mt-2"
          />
        </>
      )}
    </Field>
  );
}

/** Shown until the tool has a name. */
const unnamed = "New tool";

/** The card as visitors will see it, not interactive. */
export function CardPreview() {
  const { values } = useProductForm();
  const logo = useDebounced(values.logo);
  const { name, type, section } = values;
  return (
    <div className="hidden md:mt-6 md:block md:border-hairline md:border-t md:pt-5" inert>
      <p className="mb-3 text-[0.8125rem] text-dim">On the home page</p>
      <ul>
        <ProductCard
          from="list"
          product={{
            ...values,
            id: 0,
            slug: "",
            name: name.trim() || unnamed,
            type: type || "Unknown",
            section: section || "Recommended AI Products",
            website: "",
            logo,
            isNew: false,
            hasAffiliateLink: false,
          }}
        />
      </ul>
    </div>
  );
}

const hostNames: Record<VideoHost, string> = { youtube: "YouTube", vimeo: "Vimeo", wistia: "Wistia", custom: "Custom" };

/**
 * A video URL with a preview of its player. A provider chosen by hand only applies to the preview of this URL: it is
 * not saved, since the public page derives the provider from the URL.
 */
export function VideoField() {
  const { text } = useProductForm();
  const { value: link, ...field } = text("videoUrl");
  const [chosenHost, setChosenHost] = useState<{ host: VideoHost; link: string }>();
  const detected = videoHost(link);
  const chosen = chosenHost?.link === link ? chosenHost.host : detected;
  return (
    <div>
      <div className="md:grid md:grid-cols-[minmax(0,1fr)_11rem] md:gap-4">
        <TextField {...field} value={link} label="Video URL" type="url" placeholder="https://" />
        <SelectField
          label="Video host"
          hint={link.trim() === "" ? undefined : hintOf(detected, chosen)}
          value={chosen}
          options={videoHosts.map((host) => [host, hostNames[host]])}
          change={(host) => setChosenHost({ host: host as VideoHost, link })}
        />
      </div>
      {link.trim() === "" ? null : <Preview link={link} host={chosen} />}
    </div>
  );
}

const hintOf = (detected: VideoHost, chosen: VideoHost) =>
  chosen === detected ? "Detected from the URL." : `Preview only. Visitors see ${hostNames[detected]}.`;

function Preview({ link, host }: { link: string; host: VideoHost }) {
  const settled = useDebounced(link);
  const embed = videoEmbed(settled, location.hostname, host);
  return (
    <div className="mt-1 max-w-140 *:aspect-[560/315] *:h-auto *:min-h-0 *:rounded-field">
      {embed.kind === "none" ? <div className="video-frame" /> : null}
      {embed.kind === "error" ? <VideoError /> : null}
      {embed.kind === "link" ? (
        <p className="field-note">Visitors see a link to this video. Only https:// URLs can play on the page.</p>
      ) : null}
      {embed.kind === "player" ? (
        <VideoPlayer key={embed.src} src={embed.src} title="Video preview" width={560} height={315} />
      ) : null}
    </div>
  );
}

/** Up to six screenshots, URLs or uploads, in their order. */
export function ScreenshotsField({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const { values, errors, change } = useProductForm();
  const { name, images } = values;
  const id = useId();
  const { upload, cancel, progress, refusal } = useUpload({
    noun: "screenshot",
    done: "Screenshot Uploaded",
    productName: () => name.trim(),
    onBusy,
  });
  const isFull = images.length >= limits.images;
  const onFiles = async (files: File[]) => {
    for (const file of files.slice(0, limits.images - images.length)) {
      const uploaded = await upload(file);
      if (!uploaded) return;
      change((now) => ({ images: [...now.images, uploaded.url] }));
    }
  };
  return (
    <fieldset className="field" aria-describedby={`${id}-note`}>
      <legend className="field-head">
        Screenshots <span className="field-optional">optional</span>
      </legend>
      <ScreenshotList images={images} change={(images) => change({ images })} errors={errors} isFull={isFull} />
      {isFull ? null : (
        <UploadZone
          label="Upload screenshots"
          several
          progress={progress}
          refusal={refusal}
          onFiles={(files) => void onFiles(files)}
          cancel={cancel}
        />
      )}
      <FieldNote id={id} error={errors.images} hint={`Up to ${limits.images}. The first is shown first.`} />
    </fieldset>
  );
}

interface ScreenshotListProps {
  images: string[];
  change: (images: string[]) => void;
  errors: FieldErrors;
  isFull: boolean;
}

/** A row for each screenshot, and an empty row in which the next one can be typed. */
function ScreenshotList({ images, change, errors, isFull }: ScreenshotListProps) {
  const list = useRef<HTMLUListElement>(null);
  const goal = useRef<string>(undefined);
  useEffect(() => {
    // Keeps the focus with a moved row, or moves it when a row was removed.
    if (images && goal.current) list.current?.querySelector<HTMLElement>(goal.current)?.focus();
    goal.current = undefined;
  }, [images]);
  const rows = isFull ? images : [...images, ""];
  const move = (from: number, to: number) => {
    goal.current = `[data-row="${to}"] ${to > from ? "[data-down]" : "[data-up]"}:enabled, [data-row="${to}"] button:enabled`;
    change(moved(images, from, to));
  };
  const remove = (at: number) => {
    goal.current = `[data-row="${Math.min(at, images.length - 1)}"] input`;
    change(without(images, at));
  };
  /** Removes an empty row at the end. */
  const type = (at: number, text: string) =>
    change(
      rows.map((image, row) => (row === at ? text : image)).filter((image, row) => image !== "" || row < images.length),
    );
  return (
    <ul ref={list} className="grid gap-2 mb-2">
      {rows.map((image, at) => (
        <ScreenshotRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position; its URL is being typed
          key={at}
          at={at}
          image={image}
          // The first one gets the focus if they are refused together.
          field={at === 0 && errors.images ? "images" : `images.${at}`}
          error={errors[`images.${at}`]}
          type={(text) => type(at, text)}
          up={at > 0 && at < images.length ? () => move(at, at - 1) : undefined}
          down={at < images.length - 1 ? () => move(at, at + 1) : undefined}
          remove={at < images.length ? () => remove(at) : undefined}
        />
      ))}
    </ul>
  );
}

interface ScreenshotRowProps {
  at: number;
  image: string;
  field: string;
  error: string | undefined;
  type: (text: string) => void;
  up: (() => void) | undefined;
  down: (() => void) | undefined;
  remove: (() => void) | undefined;
}

function ScreenshotRow({ at, image, field, error, type, up, down, remove }: ScreenshotRowProps) {
  const shown = useDebounced(image);
  const name = `Screenshot ${at + 1}`;
  const errorId = useId();
  return (
    <li data-row={at}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2 md:grid-cols-[auto_minmax(0,1fr)_auto]">
        <span className="grid overflow-hidden w-16 h-11 place-items-center border border-line rounded-md bg-background text-dim">
          {shown.trim() === "" ? (
            <IconPhoto size={18} aria-hidden="true" />
          ) : (
            <ChainedImage source={shown} alt="" fallback={String(at + 1)} />
          )}
        </span>
        <input
          name={field}
          value={image}
          onChange={({ target }) => type(target.value)}
          aria-label={`${name}, address`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          placeholder="https://"
          autoComplete="off"
          inputMode="url"
          className="input last:col-[2/-1]"
        />
        {error ? (
          <p id={errorId} className="field-note col-[2/-1] mt-0" data-error="">
            {error}
          </p>
        ) : null}
        {remove ? (
          <span className="flex col-2 md:[grid-area:1/3]">
            <RowButton data-up="" tooltip="Move up" label={`Move ${name} up`} Icon={IconArrowUp} press={up} />
            <RowButton data-down="" tooltip="Move down" label={`Move ${name} down`} Icon={IconArrowDown} press={down} />
            <RowButton tooltip="Remove" label={`Remove ${name}`} Icon={IconX} press={remove} />
          </span>
        ) : null}
      </div>
    </li>
  );
}

interface RowButtonProps {
  "data-up"?: string;
  "data-down"?: string;
  tooltip: string;
  label: string;
  Icon: typeof IconX;
  /** Undefined: it can't be pressed. */
  press: (() => void) | undefined;
}

function RowButton({ tooltip, label, Icon, press, ...props }: RowButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className="grid size-11 place-items-center rounded-lg text-muted enabled:hover:bg-raised-2 enabled:hover:text-text disabled:opacity-30 md:h-10 md:w-9"
      data-tooltip={tooltip}
      aria-label={label}
      disabled={!press}
      onClick={press}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}
