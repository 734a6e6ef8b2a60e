import { readFileSync } from 'node:fs';
import { signInPage } from './auth-flows.mjs';
import { round } from './report.mjs';
import { send } from './workers.mjs';

/** Linux counts processor time in these. */
const TICK_MS = 10;

/** Processor time of the whole process, in milliseconds. */
function processorMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** What one sign-in page costs the process, all threads together, and one look at what was revoked. */
export async function costs(ours, { pages }) {
  const page = () => send(ours.url + signInPage, { headers: { accept: 'text/html' } });
  for (let n = 0; n < 200; n += 1) await page();
  const beforeMs = processorMs(ours.pid);
  let failures = 0;
  for (let n = 0; n < pages; n += 1) {
    const { status, text } = await page();
    if (status !== 200 || !text.includes('name="password"')) failures += 1;
  }
  const pageMs = (processorMs(ours.pid) - beforeMs) / pages;
  return [
    { what: 'sign-in page, ms of processor time', figure: round(pageMs, 2), failures },
    { what: 'revocation check, µs', figure: round(await checkUs(), 2), failures: 0 },
  ];
}

/** Of a token's `jti`, with the set as full as it may be: the digest and the look. */
async function checkUs() {
  const dist = new URL('../../libs/platform/security/dist/jwt/', import.meta.url);
  const { RevokedTokens } = await import(new URL('revoked-tokens.js', dist).href);
  const { tokenIdOf } = await import(new URL('revocation-feed.js', dist).href);
  const revoked = new RevokedTokens({ nowMs: () => Date.now() });
  const claimsOf = (n) => ({ jti: `token-${n}`, sub: 'ada', client_id: 'web' });
  for (let n = 0; n < 200_000; n += 1) revoked.add(tokenIdOf(claimsOf(n)), Date.now() + 600_000);
  const looks = 200_000;
  let found = 0;
  const startedMs = performance.now();
  for (let n = 0; n < looks; n += 1) if (revoked.has(tokenIdOf(claimsOf(n * 2)))) found += 1;
  const us = ((performance.now() - startedMs) * 1000) / looks;
  if (found !== looks / 2) throw new Error(`Half of the tokens are revoked, not ${found}.`);
  return us;
}
