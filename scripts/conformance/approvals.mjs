import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { DemoBrowser } from '../demo/browser.mjs';
import { say, sleep } from '../lib/progress.mjs';
import { addresses, PERSON } from './addresses.mjs';

/** Answers what CIBA asks the person, in their place: the suite posts `?action=allow` or `deny`. */
export async function startApprovals({ server, credentials }) {
  setDefaultCACertificates([...getCACertificates(), credentials.front.cert]);
  const seen = new Set();
  const approvals = createServer((request, response) => {
    const action = new URL(request.url, addresses.approvals).searchParams.get('action');
    answerMail({ mailDir: server.mailDir, seen, action }).then(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      (error) => {
        say(`approval: ${error.stack}`);
        response.writeHead(500).end(error.message);
      },
    );
  });
  approvals.listen(Number(new URL(addresses.approvals).port), '127.0.0.1');
  await once(approvals, 'listening');
  return {
    async close() {
      approvals.closeAllConnections();
      approvals.close();
      await once(approvals, 'close');
    },
  };
}

async function answerMail({ mailDir, seen, action }) {
  const link = await newLink(mailDir, seen);
  const browser = new DemoBrowser();
  let page = await follow(browser, link);
  if (/name="password"/.test(page.text)) {
    page = await followed(browser, await browser.submit(page, { ...fieldsOf(page), ...PERSON }));
  }
  const { status } = await browser.submit(page, { ...fieldsOf(page), answer: action });
  if (status !== 200) throw new Error(`The approval was answered with ${status}: ${page.text}`);
}

/** The mail is sent after the client has its answer. */
async function newLink(mailDir, seen) {
  for (let tries = 0; tries < 100; tries += 1) {
    for (const name of filesOf(mailDir).filter((one) => !seen.has(one))) {
      seen.add(name);
      const mail = readFileSync(join(mailDir, name), 'utf8');
      const [link] = /https:[^\s"<>\\]*\/account\/approve\?[^\s"<>\\]+/.exec(mail) ?? [];
      if (link !== undefined) return link;
    }
    await sleep(100);
  }
  throw new Error('No mail asked the person.');
}

function filesOf(mailDir) {
  try {
    return readdirSync(mailDir)
      .filter((name) => name.endsWith('.json'))
      .toSorted();
  } catch {
    return []; // until the first mail
  }
}

const follow = async (browser, url) => followed(browser, await browser.get(url));

const followed = (browser, page) =>
  page.location === null ? page : follow(browser, new URL(page.location, page.url).href);

const fieldsOf = ({ text }) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name, value],
    ),
  );
