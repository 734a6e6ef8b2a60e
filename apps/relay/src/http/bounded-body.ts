/**
 * Reads a body up to a limit. What is beyond it is not waited for: a target that answers without end
 * must not fill the memory.
 *
 * @param limit bytes
 */
export async function boundedBody(
  { body }: Pick<Response, 'body'>,
  limit: number,
): Promise<{ readonly bytes: Buffer<ArrayBuffer>; readonly isCut: boolean }> {
  if (body === null) return { bytes: Buffer.alloc(0), isCut: false };
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) break;
  }
  const bytes = Buffer.concat(chunks, Math.min(length, limit));
  return { bytes, isCut: length > limit };
}
