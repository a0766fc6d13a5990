import { ChainedImage } from "../components/image-chain";

const most = 6;

/** The tool as it looks in use. Each image links to its full size. */
export function ProductScreenshots({ images, name }: { images: string[]; name: string }) {
  return (
    <ul className="screenshots">
      {images.slice(0, most).map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an image may be listed twice, and the list never changes its order
        <li key={`${index} ${image}`}>
          <a href={image} target="_blank" rel="noopener noreferrer" className="screenshot">
            <ChainedImage source={image} alt={`Screenshot ${index + 1} of ${name}`} fallback={name} lazy />
          </a>
        </li>
      ))}
    </ul>
  );
}
