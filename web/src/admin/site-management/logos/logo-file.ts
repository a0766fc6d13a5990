import type { LogoType, SiteLogoInput } from "../../../api/logo-settings";
import { readDataUrl } from "../../../kit/admin/file-chooser";
import type { ToastContent } from "../../../kit/toast";

/** The maximum size of a site logo, in bytes. */
export const maxLogoBytes = 5 * 1024 * 1024;

/** The maximum size of an SVG, in bytes. */
export const maxSvgBytes = 256 * 1024;

/** The maximum lengths of a logo's name and of its file name, in characters. */
const limits = { name: 200, fileName: 255 };

/** The types that the file chooser offers. */
export const logoTypes = "image/*,.svg";

export const wrongType: ToastContent = {
  title: "Invalid file type",
  description: "Please select an image file",
  tone: "destructive",
};

export const tooLarge: ToastContent = {
  title: "File too large",
  description: "Please select an image smaller than 5MB",
  tone: "destructive",
};

export const drawingTooLarge: ToastContent = { ...tooLarge, description: "Please select an SVG smaller than 256KB" };

/** Returns why this file cannot be used, as far as the browser can tell, or null. The server checks the content. */
export function objectionTo({ type, name, size }: Pick<File, "type" | "name" | "size">): ToastContent | null {
  const isImage = type === "" ? /\.(?:png|jpe?g|gif|webp|svg)$/i.test(name) : type.startsWith("image/");
  if (!isImage) return wrongType;
  const isDrawing = type === "image/svg+xml" || (type === "" && /\.svg$/i.test(name));
  if (isDrawing && size > maxSvgBytes) return drawingTooLarge;
  return size > maxLogoBytes ? tooLarge : null;
}

/** Returns the input to save a file as the logo of a type, named like the file without its extension. */
export async function inputOf(type: LogoType, file: File): Promise<SiteLogoInput> {
  const fileName = cut(file.name, limits.fileName);
  return {
    type,
    name: cut(file.name.replace(/(?<=.)\.[^.]*$/, ""), limits.name).trim() || type,
    fileName,
    fileData: await readDataUrl(file),
    mimeType: file.type,
    fileSize: file.size,
    isActive: true,
  };
}

const cut = (text: string, limit: number) => [...text].slice(0, limit).join("");

/** Formats a size in kilobytes of 1024 bytes, with one decimal. */
export const sizeInKB = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
