import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright-core';
import sharp from 'sharp';

import { readCommandLine } from '../lib/command-line.mjs';
import { projectDir } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';
import { sourceHash } from './shots-sources.mjs';

const HELP = `Usage: npm run shots [-- --check] [-- --data DIR] [-- --only a,b]

Makes the pictures of the README in docs/pictures with Chromium, of the stack that
npm start has started. --check only tells whether the pages have changed since; it
never fails. --only makes some of them, of what runs: start, inbox, translate,
studio, graphiql, docs, sign-in, account, console.`;

const folder = join(projectDir, 'docs', 'pictures');
const hashFile = join(folder, 'sources.json');
const MAX_BYTES = 150 * 1024;
const INBOX = '/inbox';

/** @param {string[]} args @returns {Promise<number>} exit code */
async function main(args) {
  const { values } = readCommandLine('npm run shots', {
    args,
    options: {
      help: { type: 'boolean', short: 'h' },
      check: { type: 'boolean' },
      data: { type: 'string', default: join(projectDir, '.data') },
      only: { type: 'string' },
    },
  });
  if (values.help) console.log(HELP);
  else if (values.check) check();
  else await shoot(values.data, values.only?.split(','));
  return 0;
}

function check() {
  const made = existsSync(hashFile) ? JSON.parse(readFileSync(hashFile, 'utf8')).hash : undefined;
  const isCurrent = made === sourceHash();
  console.log(
    isCurrent
      ? 'Pictures: as the pages are.'
      : 'Pictures: stale, the pages have changed. Make them again: npm start, then npm run shots.',
  );
}

/** @param {string} dataDir @param {string[]} [only] all without */
async function shoot(dataDir, only) {
  const credentials = JSON.parse(readFileSync(join(dataDir, 'dev-credentials.json'), 'utf8'));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  mkdirSync(folder, { recursive: true });
  try {
    for (const name of only ?? Object.keys(SHOTS)) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      await SHOTS[name](await context.newPage(), credentials);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  if (only === undefined)
    writeFileSync(hashFile, `${JSON.stringify({ hash: sourceHash() }, null, 2)}\n`);
}

/** Each begins as a browser that nobody has used. */
const SHOTS = {
  start: async (page, { gateway }) => {
    await page.goto(`${gateway}/`);
    await page.getByText('All 6 services are ready.').waitFor();
    await save(page, 'start-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await save(page, 'start-dark');
  },

  inbox: async (page, { gateway, auth_server: { users } }) => {
    await page.goto(gateway + INBOX);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signIn(page, users.student);
    await page.getByText('live', { exact: true }).waitFor();
    await notifyStudent(gateway, users);
    await page.getByRole('heading', { name: 'Homework for Friday' }).first().waitFor();
    await save(page, 'inbox');
  },

  translate: async (page, { gateway, auth_server: { users } }) => {
    await page.goto(`${gateway}/translate`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signIn(page, users.student);
    await page.getByRole('button', { name: /Into$/ }).click();
    await page.getByRole('option', { name: 'Spanish', exact: true }).click();
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('The house is big.\nGood morning, doctor zorgle.');
    await page.getByText('La casa es grande.').waitFor();
    await save(page, 'translate');
  },

  studio: async (page, { gateway, auth_server: { users } }) => {
    await page.goto(`${gateway}/speech/studio/voices`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signIn(page, users.teacher);
    await page.getByRole('tabpanel').getByRole('heading').nth(1).waitFor();
    await save(page, 'studio');
  },

  graphiql: async (page, { gateway, ipt_graphql }) => {
    await page.goto(`${gateway}/graphql`);
    await page.getByLabel('Key', { exact: true }).fill(ipt_graphql.api_key);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.locator('.graphiql-query-editor').getByText('isSuccess').first().waitFor();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.locator('.graphiql-response').getByText('"isSuccess": true').waitFor();
    await save(page, 'graphiql');
  },

  docs: async (page, { gateway }) => {
    await page.goto(`${gateway}/docs/translate`);
    await page.locator('.opblock').first().waitFor();
    await save(page, 'docs');
  },

  'sign-in': async (page, { gateway, auth_server: { clients } }) => {
    const { client_id, redirect_uris } = clients.public;
    const query = new URLSearchParams({
      ...{ client_id, redirect_uri: redirect_uris[0], response_type: 'code' },
      ...{ scope: 'openid profile email read', code_challenge: 'x'.repeat(43) },
    });
    await page.goto(`${gateway}/api/v1/oauth/authorize?${query}`);
    await page.getByLabel('User name or e-mail address').fill('student');
    await save(page, 'sign-in');
  },

  account: async (page, { gateway, auth_server: { users } }) => {
    await page.goto(`${gateway}/account`);
    await signIn(page, users.teacher);
    await page.setViewportSize({ width: 720, height: 1100 });
    // From the second factors on: sessions are below them.
    await page
      .getByRole('heading', { level: 2 })
      .nth(1)
      .evaluate((heading) => heading.scrollIntoView());
    await save(page, 'account');
  },

  console: async (page, { gateway, auth_server: { users } }) => {
    await page.goto(`${gateway}/admin/console`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signIn(page, users.admin);
    await page.getByRole('tab', { name: 'Users', exact: true }).click();
    await page.getByText('Demo teacher').first().waitFor();
    await save(page, 'console');
  },
};

async function signIn(page, { username, password }) {
  await page.getByLabel('User name or e-mail address').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.locator('button[name=consent][value=allow]').click();
}

/** A teacher who may, and two messages. */
async function notifyStudent(gateway, users) {
  const tokenOf = async (name, scope = 'notifications') => {
    const { username, password } = users[name];
    const fields = { grant_type: 'password', scope, username, password };
    const response = await fetch(`${gateway}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return (await response.json()).access_token;
  };
  const userOf = (token) =>
    JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).user;
  const send = async (method, path, token, body) => {
    const response = await fetch(`${gateway}/api/notifications${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  const [admin, teacher, student] = await Promise.all([
    tokenOf('admin', 'notifications notifications:admin'),
    tokenOf('teacher'),
    tokenOf('student'),
  ]);
  await send('PUT', `/registrations/${userOf(teacher)}`, admin, { active: true });
  for (const title of ['Museum visit on Tuesday', 'Homework for Friday']) {
    const to = { user: userOf(student), userId: 'student', userName: 'Demo student' };
    await send('POST', '', teacher, { toUserList: [to], title, description: 'Read chapter 3.' });
  }
}

/** As a palette: pages have few colours. */
async function save(page, name) {
  await page.evaluate('document.fonts.ready');
  const picture = await page.screenshot();
  const png = await sharp(picture).png({ palette: true, colours: 128, effort: 10 }).toBuffer();
  if (png.length > MAX_BYTES)
    throw new Error(`${name} has ${png.length} bytes, more than allowed.`);

  writeFileSync(join(folder, `${name}.png`), png);
  console.log(`docs/pictures/${name}.png: ${Math.round(png.length / 1024)} KB`);
}

await runMain(main);
