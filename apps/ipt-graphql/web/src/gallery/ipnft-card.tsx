import { Button, StatusBadge, type Tone } from '@sextant/web';
import type { Finality, Ipnft } from '../operations.js';
import { short } from '../shown.js';
import { useText } from '../strings/index.js';
import { Artwork } from './artwork.js';

export interface IpnftCardProps {
  readonly ipnft: Ipnft;
  readonly onOpen: () => void;
}

const TONES: Readonly<Record<Finality, Tone>> = {
  SEEN: 'neutral',
  SAFE: 'warning',
  FINALIZED: 'good',
};

export function IpnftCard({ ipnft, onOpen }: IpnftCardProps) {
  const text = useText();
  const { symbol, content, owner, finality, ipTokens, tokenId } = ipnft;
  const name = content?.name ?? symbol;
  return (
    <article className="ipt-card" aria-label={name}>
      <Artwork ipnft={ipnft} />
      <div className="ipt-card-about">
        <h3 dir="auto">{name}</h3>
        <p className="ipt-badges">
          <StatusBadge tone="neutral">{symbol}</StatusBadge>
          <StatusBadge tone={TONES[finality]}>{text(`finality.${finality}`)}</StatusBadge>
          {ipTokens.map((token) => (
            <StatusBadge key={token.address} tone="good">
              {text('gallery.tokens', { symbol: token.symbol })}
            </StatusBadge>
          ))}
        </p>
        <p className="sx-muted">
          {text('gallery.owner')} <code title={owner}>{short(owner)}</code>
        </p>
        <Button label={`${text('gallery.open')}: ${name} (${short(tokenId)})`} onPress={onOpen}>
          {text('gallery.open')}
        </Button>
      </div>
    </article>
  );
}
