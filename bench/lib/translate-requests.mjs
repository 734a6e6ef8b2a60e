/** A key of this run's own throw-away database. */
export const KEY = 'sxt_TestKey0000000000000000000000042pqlr';

export const HEADERS = {
  authorization: `DeepL-Auth-Key ${KEY}`,
  'content-type': 'application/json',
};

/** A request to translate, with whatever other parameters. */
export const ours = (text, source, target, parameters = {}) => ({
  method: 'POST',
  path: '/v2/translate',
  headers: HEADERS,
  body: JSON.stringify({ text, source_lang: source, target_lang: target, ...parameters }),
});

/** The same of apertium-apy. @param pair in its three-letter codes, `eng|spa` */
export const theirs = (text, pair) => ({
  method: 'POST',
  path: '/translate',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ langpair: pair, q: text, markUnknown: 'no' }).toString(),
});

/** POSTs and answers the parsed body. */
export async function post(url, path, body, contentType = 'application/json') {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': contentType },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export { round } from './report.mjs';
