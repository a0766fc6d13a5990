import { LogoField } from "./logo-field";
import { ScreenshotsField } from "./screenshots-field";
import { Section } from "./sections";
import { VideoField } from "./video-field";

interface MediaSectionProps {
  /** Hears whether an upload is on its way. */
  onLogoBusy: (isBusy: boolean) => void;
  onImagesBusy: (isBusy: boolean) => void;
}

/** What there is to see of a tool. */
export function MediaSection({ onLogoBusy, onImagesBusy }: MediaSectionProps) {
  return (
    <Section id="media">
      <LogoField onBusy={onLogoBusy} />
      <VideoField />
      <ScreenshotsField onBusy={onImagesBusy} />
    </Section>
  );
}
