import { submissionStatusQuery, submitFormQuery } from "../../api/submissions";
import { type Feature, lazyRoute } from "../../route";

export const submitFeature: Feature = {
  pages: () => [
    lazyRoute(
      "/submit",
      async () => (await import("./submit")).Submit,
      "Submit Your AI Tool",
      () => [submitFormQuery()],
    ),
    lazyRoute(
      "/submit/status/:key",
      async () => (await import("./submission")).Submission,
      "Your submission",
      ({ params: { key = "" } }) => [submissionStatusQuery(key)],
    ),
  ],
};
