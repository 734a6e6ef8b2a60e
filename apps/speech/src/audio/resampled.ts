import { joined } from './joined.js';
import { Resampler } from './resampler.js';
import { chunks, othersTurn } from '../scheduling/turns.js';

export interface Samples {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
  /** Whose turn it is. */
  readonly workspace: string;
}

/** Samples at another rate. Others have their turns in between. */
export async function resampled(
  { pcm, sampleRate: from, workspace }: Samples,
  to: number,
): Promise<Int16Array> {
  if (from === to) return pcm;
  const resampler = new Resampler(from, to);
  const parts: Int16Array[] = [];
  for (const chunk of chunks(pcm, from)) {
    parts.push(resampler.push(chunk));
    await othersTurn(workspace);
  }
  return joined([...parts, resampler.end()]);
}
