import type { ReactNode } from "react";
import { FileChooser, useFileDrop } from "../../kit/admin/file-chooser";
import { Button } from "../../kit/button";
import { imageTypes, type Progress } from "./use-upload";

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
      className="flex items-center gap-4 min-h-26 p-4 border border-dashed border-line-strong rounded-field transition-[background-color] data-over:border-brass data-over:bg-brass/8"
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
