/**
 * What the service tells its page: a block of data in the document, which no policy forbids.
 *
 * @see serveWeb of platform-http
 */
export function pageSettings(): unknown {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
}
