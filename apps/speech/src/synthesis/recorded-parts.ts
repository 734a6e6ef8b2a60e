import type { EncodedPart } from './streams/encoded-stream.js';

export interface Recording {
  /** @param isWhole whether all was said; else the listener has gone before its end, and has heard something */
  readonly record: (isWhole: boolean) => Promise<void>;
  readonly onPart?: (part: EncodedPart) => void;
  /** Aborts when the listener goes. */
  readonly signal: AbortSignal;
}

export async function* recorded(
  parts: AsyncGenerator<EncodedPart>,
  { record, onPart, signal }: Recording,
): AsyncGenerator<EncodedPart> {
  let isOver = false;
  let wasHeard = false;
  try {
    for await (const part of parts) {
      onPart?.(part);
      wasHeard ||= part.bytes.length > 0;
      yield part;
    }
    isOver = true;
    await record(true);
  } catch (error) {
    isOver ||= !signal.aborted;
    throw error;
  } finally {
    if (!isOver && wasHeard) await record(false);
  }
}

/** Characters of a share: one at least, for sound may be heard before it is certain which word it is of. */
export const charactersOf = (billableCharacters: number, share: number): number =>
  Math.min(billableCharacters, Math.max(1, Math.ceil(billableCharacters * share)));
