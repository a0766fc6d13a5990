import { IconPhotoUp } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { buttonStyle } from "../button";

interface FileChooserProps {
  label: string;
  Icon?: typeof IconPhotoUp;
  /** The accepted file types, as in the accept attribute. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
  /** The button's label. */
  children: ReactNode;
}

const chooser = "focus-frame cursor-pointer has-disabled:cursor-default has-disabled:opacity-50";

/** A button to choose files, images unless it has another icon. */
export function FileChooser(props: FileChooserProps) {
  const { className = "", onFiles, children, label, Icon = IconPhotoUp, ...input } = props;
  return (
    <label className={buttonStyle({ size: "small", className: `${chooser} ${className}` })}>
      <Icon size={16} aria-hidden="true" />
      {children}
      <input
        {...input}
        type="file"
        aria-label={label}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = ""; // so that the same file can be chosen again
          onFiles(files);
        }}
      />
    </label>
  );
}

/** Makes an element accept dropped files; `data-over` is set while files are dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    "data-over": isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}

/** Reads the file as a data URL. */
export function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("Couldn't read the file"));
    reader.readAsDataURL(file);
  });
}
