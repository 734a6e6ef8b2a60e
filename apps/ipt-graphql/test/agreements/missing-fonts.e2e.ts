import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentObserver } from '../silent-observer.js';
import { PdfPrinter } from '../../src/agreements/pdf-printer.js';

const folder = mkdtempSync(join(tmpdir(), 'ipt-printing-'));
/** Nothing listens there. */
const PLACES = { fontsDir: join(folder, 'fonts'), fontsRegistry: 'http://u:s3cret@127.0.0.1:9' };

/** As it is built, in a folder in which only the font with Latin letters is installed. */
class PrinterWithoutFonts extends PdfPrinter {
  protected override readonly workerFile = join(folder, 'pdf-worker.js');
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));

beforeAll(() => {
  cpSync(
    join(root, 'apps/ipt-graphql/dist/agreements/pdf-worker.js'),
    join(folder, 'pdf-worker.js'),
  );
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const fonts = 'node_modules/@sextant/platform-pdf-fonts';
  for (const part of ['package.json', 'dist']) {
    cpSync(join(root, 'libs/platform/pdf-fonts', part), join(folder, fonts, part), {
      recursive: true,
    });
  }
  for (const name of ['fontkit', 'pdf-lib', '@expo-google-fonts/noto-sans']) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('printing where fonts are neither installed nor can be fetched', () => {
  const printer = new PrinterWithoutFonts(silentObserver, PLACES);
  const print = (title: string) => printer.print({ title, clauses: [], notice: '' });

  afterAll(() => printer.close());

  it('prints a script that no font here has', async () => {
    const pdf = Buffer.from(await print('مرحبا yeast')).toString('latin1');

    expect(pdf).toContain('NotoSans');
  });

  it.each(['Yeast ✓', '東京', '한국어'])('refuses %s with a code of its own', async (title) => {
    const refusal: unknown = await print(title).catch((error: unknown) => error);

    expect(refusal).toMatchObject({
      code: 'FONT_UNAVAILABLE',
      message: expect.stringMatching(/Try again later/),
      cause: { message: expect.stringMatching(/cannot be fetched from http:\/\/127\.0\.0\.1:9/) },
    });
    expect((refusal as Error).message).not.toContain('127.0.0.1');
    expect(String((refusal as Error).cause)).not.toContain('s3cret');
  });
});
