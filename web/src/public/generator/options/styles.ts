import { group } from "./option";

export const styles = [
  group("", [
    ["realistic", "Looks like filmed life: real materials, real light."],
    ["animation", "Drawn or modelled, with the freedom of a cartoon film."],
    ["anime", "Japanese animation: clean lines, expressive faces, painted skies."],
    ["claymation", "Figures of clay, moved by hand from frame to frame."],
    ["lego", "Everything and everybody built of toy bricks."],
  ]),
];
