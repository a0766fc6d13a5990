import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./own-site";

/** Returns which of these words, in small letters, the site's data has in any table: in what its backup restores. */
export function storedWords(data: string, words: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-e2e-"));
  try {
    const backup = join(folder, "backup.zip");
    run(["backup", "--data", data, "--to", backup]);
    run(["restore", backup, "--data", join(folder, "restored")]);
    const files = readdirSync(join(folder, "restored"), { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "latin1").toLowerCase());
    return words.filter((word) => texts.some((text) => text.includes(word)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
