import { StatusBadge, type Tone } from '@sextant/web';
import { useText } from './strings/index.js';

const TONES: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  coalesced: 'good',
  split: 'good',
  retried: 'warning',
  dead: 'bad',
};

const KNOWN = [
  'accepted',
  'delivered',
  'retried',
  'dead',
  'blank',
  'duplicate',
  'stale',
  'coalesced',
  'split',
] as const;

/** What became of something, in a word. */
export function OutcomeBadge({ outcome }: { readonly outcome: string }) {
  const text = useText();
  const known = KNOWN.find((name) => name === outcome);
  return (
    <StatusBadge tone={TONES[outcome] ?? 'neutral'}>
      {known === undefined ? outcome : text(`outcome.${known}`)}
    </StatusBadge>
  );
}
