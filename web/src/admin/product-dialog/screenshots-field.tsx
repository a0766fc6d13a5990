import { IconArrowDown, IconArrowUp, IconPhoto, IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef } from "react";
import { useDebounced } from "../../kit/admin/use-debounced";
import { FieldNote } from "../../kit/field";
import type { FieldErrors } from "../../kit/form-errors";
import { ChainedImage } from "../../kit/tools/image-chain";
import { limits, moved, without } from "./product-values";
import { UploadZone, useUpload } from "./upload-zone";
import { useProductForm } from "./use-product-editor";

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

const button =
  "grid size-11 place-items-center rounded-lg text-muted enabled:hover:bg-raised-2 enabled:hover:text-text disabled:opacity-30 md:h-10 md:w-9";

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
            <button
              type="button"
              className={button}
              data-up=""
              data-tooltip="Move up"
              aria-label={`Move ${name} up`}
              disabled={!up}
              onClick={up}
            >
              <IconArrowUp size={16} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={button}
              data-down=""
              data-tooltip="Move down"
              aria-label={`Move ${name} down`}
              disabled={!down}
              onClick={down}
            >
              <IconArrowDown size={16} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={button}
              data-tooltip="Remove"
              aria-label={`Remove ${name}`}
              onClick={remove}
            >
              <IconX size={16} aria-hidden="true" />
            </button>
          </span>
        ) : null}
      </div>
    </li>
  );
}
