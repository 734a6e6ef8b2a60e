import type { EncodedPart } from './streams/encoded-stream.js';

export interface Recording {
  /** @param isWhole whether all was said; else the listener has gone before its end */
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
  try {
    for await (const part of parts) {
      onPart?.(part);
      yield part;
    }
    isOver = true;
    await record(true);
  } catch (error) {
    isOver ||= !signal.aborted;
    throw error;
  } finally {
    if (!isOver) await record(false);
  }
}
