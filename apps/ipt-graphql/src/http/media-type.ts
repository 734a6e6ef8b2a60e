const SIGNATURES: readonly (readonly [type: string, start: string])[] = [
  ['image/png', '\x89PNG\r\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['application/pdf', '%PDF-'],
  ['image/svg+xml', '<svg '],
  ['application/json', '{'],
];

/** What the first bytes of content show: everything that is stored here was checked when it came. */
export function mediaTypeOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return SIGNATURES.find(([, sign]) => start.startsWith(sign))?.[0] ?? 'application/octet-stream';
}
