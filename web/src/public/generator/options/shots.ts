import { group } from "./option";

/** The 33 compositions of a shot. */
export const shots = [
  group("How much is in the picture", [
    ["Establishing Shot", "Shows where we are before anything happens there."],
    ["Master Shot", "The whole scene with everybody in it, in one view."],
    ["Extreme Wide Shot", "A vast place in which people are specks."],
    ["Wide Shot", "The subject whole, with plenty of its surroundings."],
    ["Full Shot", "A person from head to toe fills the height of the picture."],
    ["Medium Wide Shot", "From the knees up: posture and place together."],
    ["Cowboy Shot", "From mid-thigh up, as westerns frame a gunman."],
    ["Medium Shot", "From the waist up: gestures and face alike."],
    ["Medium Close-up", "From the chest up, the usual frame for talking."],
    ["Close-up", "A face, or one thing, fills the picture."],
    ["Extreme Close-up", "A detail alone: an eye, a fingertip, a keyhole."],
    ["Insert Shot", "A short look at an object that the story needs."],
    ["Macro Shot", "Tiny things made huge: threads, pollen, a drop of water."],
  ]),
  group("From where it is seen", [
    ["Eye-Level Shot", "As one person sees another: plain and neutral."],
    ["Low Angle", "From below: the subject looks strong or threatening."],
    ["High Angle", "From above: the subject looks small or lost."],
    ["Worm's-Eye View", "From the ground straight up, past everything that towers."],
    ["Bird's-Eye View", "From high above, so that the ground becomes a map."],
    ["Overhead Shot", "Straight down from just above, on a table or a bed."],
    ["Aerial Shot", "From the air, over land, sea or city."],
    ["Ground-Level Shot", "The camera lies on the floor, among feet and wheels."],
    ["Dutch Angle", "A tilted horizon: something is not right here."],
  ]),
  group("Who is in it", [
    ["Single", "One person alone in the frame."],
    ["Two Shot", "Two people in one frame, and what is between them."],
    ["Three Shot", "Three people in one frame."],
    ["Group Shot", "Four or more people together."],
    ["Over-the-Shoulder", "Past one person's shoulder at the one who faces them."],
    ["Point of View", "What a person in the scene sees, through their eyes."],
    ["Reaction Shot", "A face that answers what has just happened."],
  ]),
  group("How it is arranged", [
    ["Profile Shot", "The subject from the side."],
    ["Rule of Thirds", "The subject stands a third of the way across, not in the middle."],
    ["Symmetrical Framing", "Left mirrors right, with the subject on the axis."],
    ["Frame Within a Frame", "Seen through a door, a window or a mirror."],
  ]),
];
