import { type Feature, lazyRoute } from "../../route";

export const generatorFeature: Feature = {
  pages: () => [
    lazyRoute("/veo3-generator", async () => (await import("./generator")).Generator, "VEO 3 Script Generator"),
  ],
  navigation: [{ href: "/veo3-generator", label: "VEO 3 Generator" }],
};
