import { IconPhotoUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button, buttonStyle } from "../../ui/button";
import { useFileDrop } from "../files/use-file-drop";
import { imageTypes } from "./image-file";
import type { Progress } from "./use-upload";

interface UploadZoneProps {
  /** What the file chooser is called. */
  label: string;
  /** What stands beside the invitation: the image as it is. */
  preview?: ReactNode;
  several?: boolean;
  progress: Progress | null;
  refusal: string;
  onFiles: (files: File[]) => void;
  cancel: () => void;
  /** Further things to press. */
  children?: ReactNode;
}

/** A place to drop an image on, or to choose one. */
export function UploadZone({ label, preview, several, progress, refusal, onFiles, cancel, children }: UploadZoneProps) {
  const dropping = useFileDrop(onFiles);
  return (
    <div className="upload-zone" {...dropping}>
      {preview}
      <div className="min-w-0 grow">
        {progress ? (
          <Sending progress={progress} cancel={cancel} />
        ) : (
          <Invitation refusal={refusal} several={several} />
        )}
        <div className="upload-actions" hidden={progress !== null}>
          <label className={buttonStyle({ size: "small", className: "upload-chooser" })}>
            <IconPhotoUp size={16} aria-hidden="true" />
            Choose {several ? "files" : "a file"}
            <input
              type="file"
              aria-label={label}
              accept={imageTypes}
              multiple={several}
              className="sr-only"
              onChange={({ target }) => {
                const files = [...(target.files ?? [])];
                target.value = ""; // so that the same file can be chosen again
                onFiles(files);
              }}
            />
          </label>
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
        <progress aria-label={`Uploading ${name}`} max={1} value={share} className="upload-progress" />
        <Button size="small" onClick={cancel}>
          Cancel upload
        </Button>
      </div>
    </div>
  );
}
