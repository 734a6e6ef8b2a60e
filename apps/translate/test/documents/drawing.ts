import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';

const FONT = '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
const PIXELS = 48;

/** Lines of text, drawn: no font of the machine is needed. */
export function drawing(lines: readonly string[]): Buffer {
  const font = fontkit.create(readFileSync(createRequire(import.meta.url).resolve(FONT)));
  if (!('layout' in font)) throw new Error('a collection of fonts');
  const scale = PIXELS / font.unitsPerEm;
  const rows = lines.map((line, row) => {
    let x = 40;
    const glyphs = font.layout(line).glyphs.map((glyph) => {
      const place = `translate(${x} ${(row + 1) * PIXELS * 1.5}) scale(${scale} ${-scale})`;
      x += glyph.advanceWidth * scale;
      return `<path transform="${place}" d="${glyph.path.toSVG()}"/>`;
    });
    return glyphs.join('');
  });
  const height = (lines.length + 2) * PIXELS * 1.5;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="${height}"><rect width="100%" height="100%" fill="white"/>${rows.join('')}</svg>`,
  );
}
