import { describe, expect, it } from "vitest";
import { emptyForm, formWith } from "./form";
import { readPrompt } from "./read-prompt";

const read = (value: unknown) => readPrompt(JSON.stringify(value));

describe("reading JSON", () => {
  it("fills the form, except for empty texts", () => {
    const prompt = { style: "lego", shot: { composition: null, frame_rate: "" }, audio: {}, color_palette: " blue" };
    expect(read(prompt)).toEqual({ form: formWith({ style: "lego", color_palette: " blue" }), adopted: 0 });
    expect(read({})).toEqual({ form: emptyForm, adopted: 0 });
  });

  it("finds options in upper and lower case", () => {
    const { form } = read({ style: "Realistic", shot: { composition: " close-up ", frame_rate: "24FPS" } });
    expect(form).toEqual(formWith({ style: "realistic", "shot.composition": "Close-up", "shot.frame_rate": "24fps" }));
  });

  it("stores values that are in no list as custom text, and counts them", () => {
    const { form, adopted } = read({
      shot: { composition: "Through a keyhole", frame_rate: "7fps" },
      cinematography: { custom_tone: "Like a fable" },
    });
    expect(form).toEqual(
      formWith({
        "shot.composition": "Custom",
        "shot.custom_composition": "Through a keyhole",
        "shot.frame_rate": "Custom",
        "shot.custom_frame_rate": "7fps",
        "cinematography.tone": "Custom",
        "cinematography.custom_tone": "Like a fable",
      }),
    );
    expect(adopted).toBe(2);
  });

  it.each([
    ["nothing", "  ", "Nothing to load: paste a prompt's JSON, or choose a file."],
    ["a text", '"lego"', "The JSON must be an object, as this page writes it: { … }."],
    ["a list", "[]", "The JSON must be an object, as this page writes it: { … }."],
    ["null", "null", "The JSON must be an object, as this page writes it: { … }."],
    ["an unknown key", '{"zoom":3}', "“zoom” is not part of a prompt."],
    ["an unknown key inside", '{"shot":{"zoom":3}}', "“shot.zoom” is not part of a prompt."],
    ["a key that names a path", '{"shot.composition":"x"}', "“shot.composition” is not part of a prompt."],
    ["a key that objects have", '{"__proto__":{"style":"lego"}}', "“__proto__” is not part of a prompt."],
    ["a number for a text", '{"style":3}', "“style” must be a text in quotation marks."],
    ["a text for an object", '{"shot":"x"}', "“shot” must be an object: { … }."],
    ["a list for an object", '{"shot":[]}', "“shot” must be an object: { … }."],
    [
      "an option that there is not",
      '{"style":"oil"}',
      "“style” must be one of realistic, animation, anime, claymation or lego.",
    ],
    [
      "own words beside an option",
      '{"shot":{"composition":"Single","custom_composition":"x"}}',
      '“shot.custom_composition” goes only with “shot.composition”: "Custom".',
    ],
  ])("rejects JSON that is %s, with a sentence", (_, json, fault) => {
    expect(readPrompt(json)).toEqual({ faults: [fault] });
  });

  it("rejects invalid JSON with the position of the error", () => {
    expect(readPrompt('{\n  "style": lego\n}').faults?.[0]).toMatch(
      /^This is not valid JSON: error at line 2, column 1\d\.$/,
    );
    expect(readPrompt('{"style": "lego"').faults?.[0]).toMatch(/^This is not valid JSON/);
  });

  it("lists only the first few errors", () => {
    const faults = read(Object.fromEntries([..."abcdefgh"].map((key) => [key, 1]))).faults;
    expect(faults).toHaveLength(6);
    expect(faults?.at(-1)).toBe("And 3 more like these.");
  });

  it("reads or rejects JSON of any depth or length without crashing", () => {
    expect(readPrompt("[".repeat(100_000)).faults).toHaveLength(1);
    expect(readPrompt(`{"shot":${'{"shot":'.repeat(5000)}1${"}".repeat(5000)}}`).faults).toEqual([
      "“shot.shot” is not part of a prompt.",
    ]);
    expect(readPrompt(" ".repeat(40 * 1024 * 1024).concat("{}")).faults).toEqual([
      "This is longer than a prompt can be (32 MB).",
    ]);
    expect(({} as { style?: string }).style).toBeUndefined();
  });
});
