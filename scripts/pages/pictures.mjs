import { chromium } from 'playwright-core';
import sharp from 'sharp';

const WIDE = { width: 1280, height: 800 };

/** How the components are looked at. */
const LOOKS = {
  light: { viewport: WIDE, colorScheme: 'light', query: '' },
  dark: { viewport: WIDE, colorScheme: 'dark', query: '' },
  'right-to-left': { viewport: WIDE, colorScheme: 'light', query: '?dir=rtl' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', query: '' },
};

/**
 * @param {string} address of the components
 * @returns {Promise<Record<string, Buffer>>} a picture for each look
 */
export async function takePictures(address) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const pictures = {};
    for (const [name, { query, ...look }] of Object.entries(LOOKS)) {
      const context = await browser.newContext({
        ...look,
        reducedMotion: 'reduce',
        locale: 'en-GB',
      });
      const page = await context.newPage();
      await page.goto(address + query);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Charts come with a file of their own.
      await page.waitForFunction(`document.querySelector('.sx-chart-plot:empty') === null`);
      pictures[name] = await page.screenshot({ fullPage: true });
      await context.close();
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

/** A colour that is off by less is the same to who looks. */
const TOLERANCE = 8;

/**
 * Compares two pictures point by point; what one of them is larger by differs.
 *
 * @param {Buffer} before
 * @param {Buffer} after
 * @returns {Promise<{ share: number, image: Buffer }>} which share of the points differs, and a picture with them in red
 */
export async function differenceOf(before, after) {
  const sizes = await Promise.all([before, after].map((picture) => sharp(picture).metadata()));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  const [old, now] = await Promise.all(
    [before, after].map((picture) => pointsOf(picture, { width, height })),
  );
  const marked = Buffer.from(now);
  let changed = 0;
  for (let at = 0; at < now.length; at += 3) {
    const isSame = [0, 1, 2].every((part) => Math.abs(old[at + part] - now[at + part]) < TOLERANCE);
    if (isSame) continue;
    changed += 1;
    marked.set([255, 0, 0], at);
  }
  const image = await sharp(marked, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return { share: changed / (width * height), image };
}

/** Red, green and blue of each point, on a canvas of that size. */
async function pointsOf(picture, { width, height }) {
  const own = await sharp(picture).metadata();
  return sharp(picture)
    .removeAlpha()
    .extend({ right: width - own.width, bottom: height - own.height, background: '#000000' })
    .raw()
    .toBuffer();
}
