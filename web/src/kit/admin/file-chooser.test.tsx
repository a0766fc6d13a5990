import { expect, it } from "vitest";
import { readDataUrl } from "./file-chooser";

it("a file is read as a data URL", async () => {
  expect(await readDataUrl(new File(["hi"], "a.png", { type: "image/png" }))).toBe("data:image/png;base64,aGk=");
});
