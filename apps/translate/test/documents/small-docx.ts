import { strToU8, zipSync } from 'fflate';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A text document of one paragraph, with whatever else. */
export function docx(
  text: string,
  others: Readonly<Record<string, Uint8Array>> = {},
): Buffer<ArrayBuffer> {
  const body = `<w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body>`;
  const document = `<w:document xmlns:w="${WORD}">${body}</w:document>`;
  return Buffer.from(zipSync({ 'word/document.xml': strToU8(document), ...others }));
}
