const SIGNATURES = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const;

/** What a picture is, by its first bytes: of the kinds that players show. */
export const imageTypeOf = (bytes: Uint8Array): 'image/jpeg' | 'image/png' | undefined =>
  SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0];
