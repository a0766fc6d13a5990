/** Texts of the contract that no walk comes by, each with the reason. A walk that comes to show one takes it off here. */
export const unreached: { text: string; why: string }[] = [
  ...["Tools", "Tool"].map((text) => ({
    text,
    why: "stands in for a first category; every product has one, by the rules of form, API, import and database",
  })),
  {
    text: "AI",
    why: "the initials of a tool without a name; every tool has one (web/src/components/image-initials.test.ts)",
  },
  {
    text: "Image preload timeout",
    why: "a warning on the console after five seconds (web/src/components/image-preload.test.ts)",
  },
  {
    text: "Name is required",
    why: "a logo is named by its file on the screen; the API says it (internal/site, internal/api)",
  },
  ...["all", "none", "null"].map((text) => ({
    text,
    why: "a value of filter, form or image, and no text of a screen",
  })),
  { text: "pending", why: "how a submission begins, in the database; no screen of the contract shows it" },
  { text: "Submit Tool", why: "another reading of the label 'Submit AI Tool', which is the one that is shown" },
  {
    text: "{product}",
    why: "stands for the site's own name, which the screens show in its place",
  },
  ...["Submit Your AI Tool", "Have an AI tool you'd like to feature on"].map((text) => ({
    text,
    why: "the submission screen has walks of its own",
  })),
];
