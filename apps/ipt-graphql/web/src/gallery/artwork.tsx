import type { Ipnft } from '../operations.js';
import { contentUrl } from '../service.js';
import { useText } from '../strings/index.js';

/** The image, where it is stored here. */
export function Artwork({ ipnft: { content, symbol } }: { readonly ipnft: Ipnft }) {
  const text = useText();
  if (content?.imageCid === null || content === null) {
    return <div className="ipt-artwork ipt-no-artwork">{text('gallery.elsewhere')}</div>;
  }
  return (
    <img
      className="ipt-artwork"
      src={contentUrl(content.imageCid)}
      alt={content.name ?? symbol}
      loading="lazy"
    />
  );
}
