import { useLocationProperty } from "wouter/use-browser-location";

/** The token of a link in an email, which is in the fragment: servers never see it. Empty without one. */
export const useToken = () =>
  useLocationProperty(
    () => location.hash.slice(1),
    () => "",
  );
