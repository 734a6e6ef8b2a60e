import type { PlacedWord } from '../playback/words.js';
import type { Transcript } from './transcription.js';

/** As the service's own captions are: two lines of 42 characters, 7 s at most, a new one after 0.7 s of silence. */
const MOST_CHARACTERS = 84;
const LINE = 42;
const MOST_MS = 7000;
const PAUSE_MS = 700;

interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** Words of one cue. */
interface Group {
  readonly first: PlacedWord;
  last: PlacedWord;
}

export type CaptionFormat = 'srt' | 'vtt';

/** A transcript as a file of captions. */
export function captionsOf({ text, units }: Transcript, format: CaptionFormat): string {
  const cues = cuesOf(text, units).map(({ startMs, endMs, text: said }, at) => {
    const span = `${timeOf(startMs, format)} --> ${timeOf(endMs, format)}`;
    return `${at + 1}\n${span}\n${lines(said, format)}\n`;
  });
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${cues.join('\n')}`;
}

function cuesOf(text: string, units: readonly PlacedWord[]): readonly Cue[] {
  const groups: Group[] = [];
  for (const unit of units.flatMap((each) => spread(text, each))) {
    const group = groups.at(-1);
    if (group === undefined || isNew(text, group, unit)) groups.push({ first: unit, last: unit });
    else group.last = unit;
  }
  return groups.map(({ first, last }, at) => {
    // What follows at once belongs to its last word: full stops.
    const next = groups[at + 1]?.first.start ?? text.length;
    return {
      startMs: first.start_time,
      endMs: Math.max(last.end_time, first.start_time + 1),
      // What stands before the first word that has a place belongs to it.
      text: text.slice(at === 0 ? 0 : first.start, next).trim(),
    };
  });
}

/**
 * A stretch that is too long for one cue, where the recogniser tells no times of words: as its words, each of which takes as long
 * as it has characters (our estimate).
 */
function spread(text: string, unit: PlacedWord): readonly PlacedWord[] {
  const { start, end, start_time: startMs, end_time: endMs } = unit;
  if (end - start <= MOST_CHARACTERS && endMs - startMs <= MOST_MS) return [unit];
  const timeAt = (place: number) => startMs + ((endMs - startMs) * place) / (end - start);
  return [...text.slice(start, end).matchAll(/\S+/g)].map(({ 0: { length }, index }) => ({
    ...{ start: start + index, end: start + index + length },
    ...{ start_time: timeAt(index), end_time: timeAt(index + length) },
  }));
}

function isNew(text: string, { first, last }: Group, unit: PlacedWord): boolean {
  return (
    unit.end - first.start > MOST_CHARACTERS ||
    unit.end_time - first.start_time > MOST_MS ||
    unit.start_time - last.end_time >= PAUSE_MS ||
    /[.!?…。！？।؟]["'”’»)\]』」]*\s*$/u.test(text.slice(last.start, unit.start))
  );
}

/** In two lines where one is too long. */
function lines(text: string, format: CaptionFormat): string {
  const safe = format === 'vtt' ? escaped(text) : text;
  if (text.length <= LINE) return safe;
  const at = safe.lastIndexOf(' ', Math.max(LINE, Math.ceil(safe.length / 2)));
  return at < 0 ? safe : `${safe.slice(0, at)}\n${safe.slice(at + 1)}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `00:01:02,345`, with a full stop in WebVTT. */
function timeOf(ms: number, format: CaptionFormat): string {
  const [date = ''] = new Date(ms).toISOString().slice(11).split('Z');
  return format === 'srt' ? date.replace('.', ',') : date;
}
