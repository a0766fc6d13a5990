import { group } from "./option";

export const timesOfDay = [
  group("", [
    ["Dawn", "First light, before the sun is up: cool and still."],
    ["Morning", "Low, clear sun and long soft shadows."],
    ["Midday", "The sun overhead: bright, short and hard shadows."],
    ["Afternoon", "Full daylight that begins to turn warm."],
    ["Golden hour", "The hour round sunrise or sunset: low, honey-coloured light."],
    ["Sunset", "The sun at the horizon, the sky in orange and red."],
    ["Dusk", "After sunset: blue light, the first lamps lit."],
    ["Night", "Dark sky; moon, windows and street lamps give the light."],
    ["Midnight", "The deepest dark, few lights, hardly anybody about."],
  ]),
];
