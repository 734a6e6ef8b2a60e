import { StatusBadge, type Tone } from '@sextant/web';
import { useText } from '../strings/index.js';
import type { Book } from './books.js';

const TONES: Readonly<Record<Book['state'], Tone>> = {
  queued: 'neutral',
  running: 'warning',
  complete: 'good',
  failed: 'bad',
};

export function BookState({ book: { state } }: { readonly book: Book }) {
  const text = useText();
  return <StatusBadge tone={TONES[state]}>{text(`books.${state}`)}</StatusBadge>;
}
