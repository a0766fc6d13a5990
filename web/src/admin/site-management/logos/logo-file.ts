import type { LogoType, SiteLogoInput } from "../../../api/logo-settings";
import type { ToastContent } from "../../../components/toast";
import { readDataUrl } from "../../files/data-url";

/** How large a site logo may be, in bytes. */
export const mostLogoBytes = 5 * 1024 * 1024;

/** How large an SVG may be, in bytes. */
export const mostDrawingBytes = 256 * 1024;

/** How long a logo's name and its file's name may be, in characters. */
const limits = { name: 200, fileName: 255 };

/** What a file chooser is to offer. */
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

/** What stands against keeping this file, as far as the browser can tell, or null. The server looks into it. */
export function objectionTo({ type, name, size }: Pick<File, "type" | "name" | "size">): ToastContent | null {
  const isImage = type === "" ? /\.(?:png|jpe?g|gif|webp|svg)$/i.test(name) : type.startsWith("image/");
  if (!isImage) return wrongType;
  const isDrawing = type === "image/svg+xml" || (type === "" && /\.svg$/i.test(name));
  if (isDrawing && size > mostDrawingBytes) return drawingTooLarge;
  return size > mostLogoBytes ? tooLarge : null;
}

/** What is sent to keep a file as the logo of a type. It is named as its file is, without the ending. */
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

/** A number of bytes in kilobytes of 1024, with one decimal. */
export const sizeInKB = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
