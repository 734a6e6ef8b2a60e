/** A Kubernetes object has three MiB at most, and a batch of Nomad not more. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * The lines of a stream that are not blank; what is after the last end of a line was cut off, and is dropped.
 * Node's readline has no bound: a line without an end fills the memory, and ends the process at 512 MiB.
 *
 * @param most longest line, in UTF-16 units
 * @throws {Error} for a longer one
 */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  most = MAX_LINE,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    // Only what is new is looked through: pieces are as small as the other side likes.
    const [end = '', ...begun] = decoder.decode(piece, { stream: true }).split('\n');
    parts.push(end);
    length += end.length;
    for (const next of begun) {
      const line = parts.join('');
      if (line.trim() !== '') yield line;
      [parts, length] = [[next], next.length];
    }
    if (length > most) throw new Error('a line has no end');
  }
}
