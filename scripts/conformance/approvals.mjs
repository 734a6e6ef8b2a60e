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
    const { pathname, searchParams } = new URL(request.url, addresses.approvals);
    const asked = { alias: pathname.slice(1), action: searchParams.get('action') };
    answerMail({ mailDir: server.mailDir, seen, ...asked }).then(
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

async function answerMail({ mailDir, seen, alias, action }) {
  const { link, username } = await newLink({ mailDir, seen, alias });
  const browser = new DemoBrowser();
  let page = await follow(browser, link);
  if (/name="password"/.test(page.text)) {
    page = await followed(
      browser,
      await browser.submit(page, {
        ...fieldsOf(page),
        consent: 'allow',
        username,
        password: PERSON.password,
      }),
    );
  }
  const { status } = await browser.submit(page, { ...fieldsOf(page), answer: action });
  if (status !== 200) throw new Error(`The approval was answered with ${status}: ${page.text}`);
}

/** Of the newest request: modules leave some without an answer. The suite asks seconds after its request. */
async function newLink({ mailDir, seen, alias }) {
  for (let tries = 0; tries < 100; tries += 1) {
    const links = filesOf(mailDir)
      .filter((name) => !seen.has(name))
      .map((name) => ({ name, ...linkIn(readFileSync(join(mailDir, name), 'utf8')) }))
      .filter(({ client }) => client === alias);
    for (const { name } of links) seen.add(name);
    const link = links.at(-1);
    if (link !== undefined) return link;
    await sleep(100);
  }
  throw new Error('No mail asked the person.');
}

function linkIn(file) {
  const { subject, text, to } = JSON.parse(file);
  const [, client] = /^Suite (\S+) \d /.exec(subject) ?? [];
  const [link] = /https:\S+\/account\/approve\?\S+/.exec(text) ?? [];
  return { client, link, username: to.split('@')[0] };
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
