import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What another reader finds on each page of a PDF, a line for each piece. */
export async function pdfText(bytes: Uint8Array): Promise<readonly string[]> {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    pages.push(lines.join('').trim());
  }
  await document.loadingTask.destroy();
  return pages;
}
