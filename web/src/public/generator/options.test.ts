import { describe, expect, it } from "vitest";
import { choiceAt, fieldPaths } from "./fields";
import { formWith } from "./form";
import { findOptions } from "./form-fields";
import { frameRates, moves, optionsOf, shots, styles, timesOfDay, tones, voiceTones } from "./options";
import { presets } from "./presets";
import { jsonOf, readPrompt } from "./prompt";

const lists = { styles, timesOfDay, shots, moves, frameRates, tones, voiceTones };
const values = (list: (typeof lists)[keyof typeof lists]) => optionsOf(list).map(({ value }) => value);

describe("the options", () => {
  it("are those of the contract", () => {
    expect(values(styles)).toEqual(["realistic", "animation", "anime", "claymation", "lego"]);
    expect(values(timesOfDay).join(", ")).toBe(
      "Dawn, Morning, Midday, Afternoon, Golden hour, Sunset, Dusk, Night, Midnight",
    );
    expect([shots, moves, tones, voiceTones].map((list) => values(list).length)).toEqual([33, 60, 50, 50]);
    expect(values(shots)).toEqual(
      expect.arrayContaining(["Wide Shot", "Close-up", "Over-the-Shoulder", "Dutch Angle", "Aerial Shot"]),
    );
    expect(values(moves)).toEqual(expect.arrayContaining(["Pan Left", "Dolly In", "Orbit", "Crash Zoom"]));
    expect(values(tones)).toEqual(expect.arrayContaining(["Dreamlike", "Dramatic", "Gritty", "Epic"]));
    expect(values(voiceTones)).toEqual(expect.arrayContaining(["Ethereal", "Commanding", "Robotic", "Sultry"]));
    expect(values(frameRates)).toEqual(
      expect.arrayContaining([
        ...["12", "23.976", "24", "25", "29.97", "30", "60", "120", "1000"].map((rate) => `${rate}fps`),
        ...["Variable", "Ramped", "Time Lapse", "Bullet Time", "Super 8", "VR 90fps"],
      ]),
    );
  });

  it.each(Object.entries(lists))("of %s are unique and explained in a sentence", (_, list) => {
    const all = values(list);
    expect(new Set(all.map((value) => value.toLowerCase())).size).toBe(all.length);
    for (const { meaning } of optionsOf(list)) expect(meaning).toMatch(/^\p{Lu}.{8,79}[.]$/u);
  });

  it("of the frame rate are in order", () => {
    const rates = values(frameRates).filter((value) => /^[\d.]+fps$/.test(value));
    expect(rates.map(Number.parseFloat)).toEqual(rates.map(Number.parseFloat).toSorted((a, b) => a - b));
  });

  it("include Custom for composition, camera motion, frame rate, tone and voice tone only", () => {
    expect(fieldPaths.filter((path) => choiceAt(path)?.customPath)).toEqual([
      "shot.composition",
      "shot.camera_motion",
      "shot.frame_rate",
      "cinematography.tone",
      "audio.vocal_style.voice_tone",
    ]);
  });
});

describe("a search in a list", () => {
  const search = (text: string, path: "style" | "shot.camera_motion" | "shot.composition" = "shot.camera_motion") =>
    findOptions(choiceAt(path) ?? { path, groups: [] }, text).map(({ label }) => label);

  it("shows all options for an empty text: None first, Custom last", () => {
    const all = search("");
    expect([all[0], all.at(-1), all.length]).toEqual(["None", "Custom", 62]);
    expect(search("", "style")).toHaveLength(6);
  });

  it("ranks the whole name first, then starts of names, then parts of names, then meanings", () => {
    expect(search("orbit")).toEqual(["Orbit", "Half Orbit", "Frozen Orbit"]);
    expect(search("zoom").slice(0, 5)).toEqual(["Zoom In", "Zoom Out", "Dolly Zoom", "Slow Zoom", "Crash Zoom"]);
    expect(search("wires", "style")).toEqual([]);
    expect(search("canyon")).toEqual(["Cable Cam", "Custom: “canyon”"]);
  });

  it.each(fieldPaths.flatMap((path) => choiceAt(path) ?? []))(
    "of $path finds every option by its name, which the JSON contains",
    (list) => {
      for (const { value } of optionsOf(list.groups)) {
        expect(findOptions(list, value)[0]).toMatchObject({ value });
        expect(readPrompt(jsonOf(formWith({ [list.path]: value }))).form).toMatchObject({ [list.path]: value });
      }
    },
  );

  it("ignores case, accents and hyphens", () => {
    expect(search("  CLOSE up ", "shot.composition")[0]).toBe("Close-up");
    expect(search("worms eye", "shot.composition")[0]).toBe("Worm's-Eye View");
  });

  it("offers the typed text as custom text if the list has Custom", () => {
    const [own] = findOptions(choiceAt("shot.camera_motion") ?? { path: "style", groups: [] }, " Swings on a rope ");
    expect(own).toMatchObject({ value: "Custom", customText: "Swings on a rope" });
  });
});

describe("the presets", () => {
  it.each(presets)("contain a form that could have been filled in: $name", ({ form }) => {
    expect(readPrompt(jsonOf(form))).toEqual({ form, adopted: 0 });
    expect(form).toEqual(formWith(form));
  });
});
