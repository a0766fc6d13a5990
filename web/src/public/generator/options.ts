/** An option as it is in the JSON, with its meaning in a sentence. */
export interface Option {
  value: string;
  meaning: string;
}

/** Options under a heading; the name is empty in a list without headings. */
export interface OptionGroup {
  name: string;
  options: readonly Option[];
}

/** The option for custom text, which has its own field. */
export const custom = "Custom";

/** Makes a group of options from pairs of value and meaning. */
const group = (name: string, pairs: readonly (readonly [value: string, meaning: string])[]): OptionGroup => ({
  name,
  options: pairs.map(([value, meaning]) => ({ value, meaning })),
});

/** Returns all options of a list, in their order. */
export const optionsOf = (groups: readonly OptionGroup[]): Option[] => groups.flatMap(({ options }) => options);

export const styles = [
  group("", [
    ["realistic", "Looks like filmed life: real materials, real light."],
    ["animation", "Drawn or modeled, with the freedom of a cartoon film."],
    ["anime", "Japanese animation: clean lines, expressive faces, painted skies."],
    ["claymation", "Figures of clay, moved by hand from frame to frame."],
    ["lego", "Everything and everybody built of toy bricks."],
  ]),
];

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

/** The 60 camera motions. */
export const moves = [
  group("On the spot", [
    ["Static", "The camera does not move at all."],
    ["Pan Left", "Turns to the left from where it stands."],
    ["Pan Right", "Turns to the right from where it stands."],
    ["Whip Pan", "Turns so fast that the picture smears."],
    ["Tilt Up", "Looks upwards from where it stands."],
    ["Tilt Down", "Looks downwards from where it stands."],
    ["Whip Tilt", "Jerks up or down in a blur."],
    ["Roll Clockwise", "Rolls about the lens, so that the world tips to the left."],
    ["Roll Counterclockwise", "Rolls about the lens, so that the world tips to the right."],
  ]),
  group("Along the ground", [
    ["Dolly In", "Travels towards the subject on wheels, smoothly."],
    ["Dolly Out", "Travels away from the subject on wheels, smoothly."],
    ["Push In", "Closes in slowly as a moment gains weight."],
    ["Pull Out", "Draws back and lets the surroundings in."],
    ["Truck Left", "Travels sideways to the left, still looking ahead."],
    ["Truck Right", "Travels sideways to the right, still looking ahead."],
    ["Slider Left", "A short, gentle glide to the left."],
    ["Slider Right", "A short, gentle glide to the right."],
    ["Tracking Shot", "Keeps pace with a subject that moves."],
    ["Leading Shot", "Goes backwards in front of somebody who walks."],
    ["Following Shot", "Goes after somebody from behind."],
    ["Side Tracking", "Keeps pace at the subject's side."],
    ["Walk and Talk", "Goes with people who talk as they walk."],
    ["Dolly Zoom", "Travels one way and zooms the other: the background warps."],
  ]),
  group("Up and down", [
    ["Pedestal Up", "The whole camera rises, looking straight ahead."],
    ["Pedestal Down", "The whole camera sinks, looking straight ahead."],
    ["Crane Up", "Rises high over the scene on a crane."],
    ["Crane Down", "Comes down from high above into the scene."],
    ["Jib Up", "Swings upwards on a short arm."],
    ["Jib Down", "Swings downwards on a short arm."],
    ["Boom Over", "Lifts over an obstacle to what is behind it."],
  ]),
  group("Round the subject", [
    ["Orbit", "Circles the subject all the way round."],
    ["Half Orbit", "Circles half-way, from one side of the subject to the other."],
    ["Arc Left", "Curves round the subject to the left."],
    ["Arc Right", "Curves round the subject to the right."],
    ["Frozen Orbit", "Circles while everything in the scene stands still."],
    ["Spiral Up", "Circles and rises at once."],
    ["Spiral Down", "Circles and sinks at once."],
  ]),
  group("With the lens", [
    ["Zoom In", "The lens brings the subject nearer; the camera stays."],
    ["Zoom Out", "The lens lets more in; the camera stays."],
    ["Slow Zoom", "A zoom so slow that one feels it before one sees it."],
    ["Crash Zoom", "A sudden, violent zoom: shock or comedy."],
    ["Yo-Yo Zoom", "In and straight out again, or the other way round."],
    ["Rack Focus", "Sharpness moves from one thing to another."],
  ]),
  group("By hand", [
    ["Handheld", "Carried in the hands: near, alive, a little unsteady."],
    ["Shaky Cam", "Shaken hard, as in the middle of a fight."],
    ["Steadicam", "Walked, yet floating: up stairs, round corners."],
    ["Gimbal Glide", "Perfectly level and weightless through the scene."],
    ["Snorricam", "Fixed to the actor: the face stays, the world sways."],
    ["Body Cam", "Worn on the chest, as police or athletes do."],
  ]),
  group("In the air", [
    ["Drone Rise", "Lifts off straight up and shows more and more land."],
    ["Drone Descent", "Sinks straight down from the sky."],
    ["Drone Flyover", "Flies over the scene, looking ahead or down."],
    ["Drone Reveal", "Rises from behind something and shows what is there."],
    ["FPV Flythrough", "Races through gaps, doors and windows."],
    ["FPV Dive", "Plunges down a cliff or a tower."],
    ["Helicopter Shot", "A wide, stately turn from far above."],
  ]),
  group("By machine", [
    ["Cable Cam", "Runs along a wire over a field or a canyon."],
    ["Car Mount", "Fixed to a vehicle, moving as it drives."],
    ["Motion Control", "A robot's exact path, which can be repeated."],
    ["Hyperlapse", "Covers a long way in seconds, from frame to frame."],
  ]),
];

/** The frame rates, or the way frames are shown. */
export const frameRates = [
  group("Film and television", [
    ["12fps", "Choppy on purpose, as in hand-drawn or early film."],
    ["15fps", "Like an old webcam."],
    ["16fps", "The pace of silent films."],
    ["18fps", "The pace of home movies on small film."],
    ["23.976fps", "Cinema's look at the speed that American television needs."],
    ["24fps", "The standard of cinema."],
    ["25fps", "Television in Europe and most of the world."],
    ["29.97fps", "Television in America and Japan."],
    ["30fps", "Web video: a little smoother than film."],
    ["48fps", "Twice cinema: very smooth, almost too real."],
    ["50fps", "European sport and live broadcasts."],
    ["59.94fps", "American sport and live broadcasts."],
    ["60fps", "Fluid: games, sport, screen recordings."],
  ]),
  group("For slow motion", [
    ["72fps", "Three times slower at cinema speed."],
    ["90fps", "Soft slow motion for gestures."],
    ["96fps", "Four times slower at cinema speed."],
    ["100fps", "Four times slower at 25 pictures a second."],
    ["119.88fps", "Four times slower on American television."],
    ["120fps", "Five times slower at cinema speed: hair, cloth, rain."],
    ["144fps", "Six times slower at cinema speed."],
    ["150fps", "Six times slower at 25 pictures a second."],
    ["180fps", "Strong slow motion for sport."],
    ["200fps", "Eight times slower at 25 pictures a second."],
    ["240fps", "Ten times slower at cinema speed: splashes, leaps."],
    ["300fps", "Twelve times slower: wings, sparks."],
    ["480fps", "Twenty times slower at cinema speed."],
    ["500fps", "Laboratory speed: a balloon bursting."],
    ["960fps", "Forty times slower at cinema speed."],
    ["1000fps", "A bullet, a shattering glass, a hummingbird."],
  ]),
  group("Manners", [
    ["Variable", "The rate changes with what happens."],
    ["Ramped", "Glides from normal speed to slow motion and back."],
    ["Overcranked", "Filmed faster than shown: slow and heavy."],
    ["Undercranked", "Filmed slower than shown: quick and comic."],
    ["Time Lapse", "Hours in seconds: clouds, traffic, flowers."],
    ["Hyperlapse", "Time lapse while the camera travels far."],
    ["Bullet Time", "Time stands almost still while the view goes round."],
    ["Freeze Frame", "One picture is held still."],
    ["Stop Motion", "Things moved by hand between single pictures."],
    ["Animated on Twos", "Each drawing is shown twice, as in classic cartoons."],
    ["Step Printed", "Pictures repeated, so that motion smears and staggers."],
    ["Silent Film", "Uneven and slightly too fast, as if cranked by hand."],
    ["Super 8", "Home movie film: 18 pictures, grain and flicker."],
    ["Regular 8", "Older home movies: 16 pictures, soft and jumpy."],
    ["High Frame Rate", "The smooth look of 48 pictures and more in cinemas."],
    ["VR 90fps", "Smooth enough for a headset."],
    ["VR 120fps", "The smoothest that headsets show."],
  ]),
];

export const timesOfDay = [
  group("", [
    ["Dawn", "First light, before the sun is up: cool and still."],
    ["Morning", "Low, clear sun and long soft shadows."],
    ["Midday", "The sun overhead: bright, short and hard shadows."],
    ["Afternoon", "Full daylight that begins to turn warm."],
    ["Golden hour", "The hour round sunrise or sunset: low, honey-colored light."],
    ["Sunset", "The sun at the horizon, the sky in orange and red."],
    ["Dusk", "After sunset: blue light, the first lamps lit."],
    ["Night", "Dark sky; moon, windows and street lamps give the light."],
    ["Midnight", "The deepest dark, few lights, hardly anybody about."],
  ]),
];

/** The 50 tones of the video. */
export const tones = [
  group("Light", [
    ["Joyful", "Plain, open happiness."],
    ["Cheerful", "Sunny and easy-going."],
    ["Playful", "Nobody takes anything too seriously."],
    ["Whimsical", "Odd, charming and a little absurd."],
    ["Quirky", "Offbeat, with an eye for peculiar details."],
    ["Comedic", "Built for the laugh."],
    ["Hopeful", "Things are not good yet, but they will be."],
    ["Uplifting", "Lifts the heart as it goes."],
    ["Triumphant", "The struggle is over, and won."],
    ["Celebratory", "A feast: light, color and crowd."],
  ]),
  group("Quiet", [
    ["Serene", "Still and clear as a lake at morning."],
    ["Peaceful", "Nothing presses, nothing threatens."],
    ["Intimate", "Very near, and meant for few."],
    ["Tender", "Careful, soft and full of affection."],
    ["Romantic", "In love, or about to be."],
    ["Nostalgic", "Fond of what has gone."],
    ["Wistful", "A small ache for what might have been."],
    ["Contemplative", "Gives one time to look and to think."],
    ["Meditative", "Slow and even, like breathing."],
    ["Minimalist", "Only what is needed; the rest is space."],
  ]),
  group("Strange", [
    ["Dreamlike", "Soft edges and the logic of sleep."],
    ["Surreal", "Impossible things, shown as if they were plain."],
    ["Magical", "Wonder that everybody accepts."],
    ["Mystical", "Hints at something greater behind what is seen."],
    ["Ethereal", "Pale, weightless, hardly of this world."],
    ["Otherworldly", "Another planet, or another order of things."],
    ["Psychedelic", "Swirling colors and melting shapes."],
    ["Poetic", "Images that rhyme rather than explain."],
    ["Futuristic", "Clean, bright and a century ahead."],
  ]),
  group("Tense", [
    ["Dramatic", "Strong contrasts and high stakes."],
    ["Suspenseful", "Something is about to happen."],
    ["Tense", "Every nerve is on edge."],
    ["Mysterious", "More is hidden than shown."],
    ["Ominous", "Bad things are on their way."],
    ["Eerie", "Quiet in a way that is not right."],
    ["Haunting", "Stays in the mind and does not let go."],
    ["Terrifying", "Open fear."],
    ["Claustrophobic", "Too close, too narrow, no way out."],
    ["Paranoid", "Somebody is watching."],
    ["Chaotic", "Too much at once, and none of it in order."],
  ]),
  group("Weighty", [
    ["Epic", "Vast in scale, and history in the making."],
    ["Heroic", "Courage, shown from below and against the light."],
    ["Majestic", "Grand, slow and dignified."],
    ["Gritty", "Rough, worn and unvarnished."],
    ["Raw", "Unpolished, as if nobody had tidied up."],
    ["Noir", "Hard shadows, wet streets, doubtful morals."],
    ["Melancholic", "A sadness that has settled in."],
    ["Tragic", "It ends badly, and one sees it coming."],
    ["Bleak", "Cold, empty and without comfort."],
    ["Satirical", "Keeps a straight face while it mocks."],
  ]),
];

/** The 50 tones of a voice. */
export const voiceTones = [
  group("Warm", [
    ["Warm", "Round and welcoming."],
    ["Friendly", "Like a good neighbor."],
    ["Gentle", "Soft, with no edge to it."],
    ["Soothing", "Calms whoever listens."],
    ["Reassuring", "All will be well, it says."],
    ["Compassionate", "Feels what the other feels."],
    ["Nurturing", "As one speaks to a child who fell."],
    ["Intimate", "Close to the ear."],
    ["Cheerful", "One hears the smile."],
    ["Hopeful", "Bright, and looking ahead."],
  ]),
  group("Strong", [
    ["Commanding", "Used to being obeyed."],
    ["Authoritative", "Knows the matter, and says so."],
    ["Confident", "Sure of itself without raising itself."],
    ["Stern", "Strict and short."],
    ["Heroic", "Steady in the face of danger."],
    ["Triumphant", "Rings with victory."],
    ["Defiant", "Will not give in."],
    ["Angry", "Hot and hard."],
    ["Menacing", "Quiet enough to frighten."],
    ["Booming", "Fills the hall without a microphone."],
  ]),
  group("Dark and soft", [
    ["Whispered", "Breath with hardly any voice."],
    ["Breathy", "More air than sound, very near."],
    ["Husky", "A little rough, and low."],
    ["Gravelly", "Deep and grainy."],
    ["Sultry", "Slow, smoky and inviting."],
    ["Mysterious", "Holds back more than it tells."],
    ["Ethereal", "Floating, as if from nowhere."],
    ["Haunting", "Hollow, and hard to forget."],
    ["Melancholic", "Weighted with sadness."],
    ["Somber", "Grave, as at a funeral."],
  ]),
  group("Lively", [
    ["Excited", "Can hardly wait to say it."],
    ["Energetic", "Quick, bright and driving."],
    ["Playful", "Teasing and light."],
    ["Mischievous", "Up to something."],
    ["Witty", "Dry, quick and pointed."],
    ["Sarcastic", "Means the opposite, and lets one hear it."],
    ["Theatrical", "Large, for the last row."],
    ["Childlike", "High, curious and open."],
    ["Nervous", "Unsteady, catching on the words."],
    ["Frantic", "Breathless and much too fast."],
  ]),
  group("Plain", [
    ["Neutral", "Without color of its own."],
    ["Conversational", "As one talks at a table."],
    ["Narrative", "A storyteller's, even and leading on."],
    ["Newscaster", "Clear, level and to the point."],
    ["Promotional", "Bright and selling."],
    ["Formal", "Measured and correct."],
    ["Deadpan", "Says the funniest thing with no expression."],
    ["Monotone", "On one note throughout."],
    ["Robotic", "A machine's, each syllable alike."],
    ["Weary", "Tired of it all."],
  ]),
];
