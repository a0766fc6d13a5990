/** Texts of the contract that no screen shows, each with the reason. */
export const unreached: { text: string; why: string }[] = [
  ...["all", "none", "null"].map((text) => ({
    text,
    why: "a value of a filter, a form or an image's address, which has other words on the screen or none",
  })),
  { text: "Submit Tool", why: "another reading of the label 'Submit AI Tool', which is the one that is shown" },
  { text: "pending", why: "the initial status in the database; the screens show that it awaits a decision" },
  {
    text: "Name is required",
    why: "the API returns it (internal/site, internal/app); the screen names a logo by its file, or by its type",
  },
  {
    text: "Image preload timeout",
    why: "a warning on the console after five seconds (web/src/kit/tools/image-preload.test.ts)",
  },
];
