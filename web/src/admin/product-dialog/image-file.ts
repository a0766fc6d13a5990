import type { ToastContent } from "../../kit/toast";

/** The maximum size of an uploaded image, in bytes. */
export const maxImageBytes = 10 * 1024 * 1024;

/** The types that the file chooser offers. */
export const imageTypes = "image/jpeg,image/png,.jpg,.jpeg,.png";

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
