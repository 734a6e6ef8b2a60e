/** Small bytes lie in a stretch together with others; those that fill theirs but for so little have it to themselves. */
const MOST_BESIDE = 1 / 8;

/** What can be handed over instead of being copied: the memory of bytes that have it to themselves. */
export const ownMemory = ({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength - byteLength < byteLength * MOST_BESIDE
    ? [buffer]
    : [];

/** Gives back the memory of bytes that nobody needs any more: a collector lets large ones lie until it has to come. */
export function free(bytes: Uint8Array): void {
  for (const memory of ownMemory(bytes)) memory.transfer(0);
}
