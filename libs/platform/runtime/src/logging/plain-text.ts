import type { DestinationStream } from 'pino';

/**
 * What JSON leaves as it is and terminals obey, or show so that a line reads as another: C1 controls
 * (U+009B begins a command as ESC [ does), delete, invisible and bidirectional format characters, and
 * what some viewers take for the end of a line.
 */
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const ASCII_ONLY = /^[ -~\n]*$/;

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** Hands lines of JSON on with such characters escaped: what is parsed of them is the same. */
export class PlainText implements DestinationStream {
  constructor(private readonly destination: DestinationStream) {}

  write(line: string): void {
    this.destination.write(
      ASCII_ONLY.test(line)
        ? line
        : line.replaceAll(OBEYED, (found) => (found === '\n' ? found : escaped(found))),
    );
  }
}
