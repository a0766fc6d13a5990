import { read } from "../../api/client";
import { type Feature, lazyRoute } from "../../route";

export const dealsQuery = () => read("/api/deals", {});

export const moneyFeature: Feature = {
  pages: () => [
    lazyRoute(
      "/deals",
      async () => (await import("./deals")).Deals,
      "Deals",
      () => [dealsQuery()],
    ),
  ],
  footerLinks: [
    { href: "/deals", label: "Deals", needs: "deals" },
    { href: "/advertise", label: "Advertise", needs: "advertise" },
    { href: "/how-we-rank", label: "How we rank" },
  ],
};
