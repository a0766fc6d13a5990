import { type ReactNode, useEffect, useRef, useState } from "react";
import { hasStatus, sentenceOf } from "../../api/fault";
import { type Uploaded, uploadImage } from "../../api/upload";
import { FileChooser, readDataUrl, useFileDrop } from "../../kit/admin/file-chooser";
import { Button } from "../../kit/button";
import { type ToastContent, toast } from "../../kit/toast";
import { limits } from "./product-values";

interface UploadZoneProps {
  /** The accessible name of the file input. */
  label: string;
  /** The current image. */
  preview?: ReactNode;
  several?: boolean;
  progress: Progress | null;
  refusal: string;
  onFiles: (files: File[]) => void;
  cancel: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** An area to drop images on, with a button to choose them. */
export function UploadZone({ label, preview, several, progress, refusal, onFiles, cancel, children }: UploadZoneProps) {
  const dropping = useFileDrop(onFiles);
  return (
    <div
      className="flex items-center gap-4 min-h-26 p-4 border border-dashed border-field rounded-field transition-[background-color] data-over:border-brass data-over:bg-brass/8"
      {...dropping}
    >
      {preview}
      <div className="min-w-0 grow">
        {progress ? (
          <Sending progress={progress} cancel={cancel} />
        ) : (
          <Invitation refusal={refusal} several={several} />
        )}
        <div className="mt-3 flex flex-wrap gap-2" hidden={progress !== null}>
          <FileChooser label={label} accept={imageTypes} multiple={several} onFiles={onFiles}>
            Choose {several ? "files" : "a file"}
          </FileChooser>
          {children}
        </div>
      </div>
    </div>
  );
}

function Invitation({ refusal, several }: Pick<UploadZoneProps, "refusal" | "several">) {
  if (refusal !== "") {
    return (
      <p role="alert" className="text-sm text-danger">
        {refusal}
      </p>
    );
  }
  return (
    <p className="text-sm text-muted">
      Drop {several ? "JPG or PNG images here. At most 10MB each." : "a JPG or PNG image here. At most 10MB."}
    </p>
  );
}

function Sending({ progress: { name, share }, cancel }: { progress: Progress; cancel: () => void }) {
  const percent = Math.round(share * 100);
  return (
    <div role="status">
      <p className="flex justify-between gap-4 text-sm">
        <span className="truncate">{name}</span>
        <span className="shrink-0 text-muted tabular-nums">{share < 1 ? `${percent} %` : "Processing…"}</span>
      </p>
      <div className="mt-2 flex items-center gap-3">
        <progress
          aria-label={`Uploading ${name}`}
          max={1}
          value={share}
          className="upload-progress h-1.5 min-w-0 flex-1 overflow-hidden rounded border-0"
        />
        <Button size="small" onClick={cancel}>
          Cancel upload
        </Button>
      </div>
    </div>
  );
}

/** An upload, with the words of its messages. */
interface Uploading {
  noun: "logo" | "screenshot";
  done: string;
  productName: () => string;
  /** Called when an upload starts or ends. */
  onBusy: (isBusy: boolean) => void;
}

/** The progress of an upload: its file's name and the share sent, from 0 to 1. */
interface Progress {
  name: string;
  share: number;
}

/** Uploads one image at a time; a new upload replaces the current one. */
export function useUpload({ noun, done, productName, onBusy }: Uploading) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [refusal, setRefusal] = useState("");
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const refuse = (content: ToastContent, reason = content.description) => {
    toast(content);
    setRefusal(reason ?? "");
  };

  const upload = async (file: File): Promise<Uploaded | null> => {
    const objection = objectionTo(file);
    if (objection) {
      refuse(objection);
      return null;
    }
    const stop = begin(file.name);
    try {
      const image = {
        image: await readDataUrl(file),
        originalName: file.name,
        productName: [...productName()].slice(0, limits.name).join(""),
        ...(noun === "screenshot" && { kind: noun }),
      };
      const onProgress = (share: number) => !stop.aborted && setProgress({ name: file.name, share });
      const uploaded = await uploadImage(image, { onProgress, signal: stop });
      toast({ title: done });
      return uploaded;
    } catch (error) {
      if (!stop.aborted) refuse(...failureOf(error, noun));
      return null;
    } finally {
      if (running.current?.signal === stop) end();
    }
  };

  const begin = (name: string): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    setRefusal("");
    setProgress({ name, share: 0 });
    onBusy(true);
    return running.current.signal;
  };
  const end = () => {
    running.current = undefined;
    setProgress(null);
    onBusy(false);
  };
  const cancel = () => running.current?.abort();

  return { upload, cancel, progress, refusal };
}

/** Returns the toast for a failed upload, and the sentence to show in its place. */
function failureOf(error: unknown, noun: string): [ToastContent, string?] {
  if (hasStatus(error, 413)) return [tooLarge];
  if (hasStatus(error, 415)) return [wrongType];
  const description = `Failed to upload ${noun}. Please try again.`;
  return [{ title: "Upload Failed", description, tone: "destructive" }, sentenceOf(error, description)];
}

/** The maximum size of an uploaded image, in bytes. */
export const maxImageBytes = 10 * 1024 * 1024;

/** The types that the file chooser offers. */
const imageTypes = "image/jpeg,image/png,.jpg,.jpeg,.png";

export const wrongType: ToastContent = {
  title: "Invalid File Type",
  description: "Please upload a JPG or PNG image file",
  tone: "destructive",
};

export const tooLarge: ToastContent = {
  title: "File Too Large",
  description: "Please upload an image smaller than 10MB",
  tone: "destructive",
};

/** Returns why this file cannot be uploaded, as far as the browser can tell, or null. The server checks the content. */
export function objectionTo({ type, name, size }: Pick<File, "type" | "name" | "size">): ToastContent | null {
  const isImage = type === "" ? /\.(?:jpe?g|png)$/i.test(name) : type === "image/jpeg" || type === "image/png";
  if (!isImage) return wrongType;
  return size > maxImageBytes ? tooLarge : null;
}
