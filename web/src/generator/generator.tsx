/** The VEO 3 prompt builder. */
export function Generator() {
  return (
    <div className="room pt-10">
      <h1 className="font-display text-4xl sm:text-5xl">VEO 3 Script Generator</h1>
      <p className="mt-3 max-w-xl text-muted">
        Create professional JSON prompts for Google's VEO 3 video-generation AI.
      </p>
    </div>
  );
}
