import type { StyledText, WordStyle } from './block-unit.js';
import type { Face, Faces } from './faces.js';

/** Letters of one face and look. */
interface Piece {
  readonly text: string;
  readonly face: Face;
  readonly style: WordStyle;
}

/** What stays on one line. */
interface Word {
  readonly pieces: readonly Piece[];
  readonly isSpace: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly lines: number;
  readonly leading: number;
  readonly size: number;
  /** Around which a single line is written, if it was. */
  readonly center?: number | undefined;
}

/** Smaller than that it is no more read: rather too long. */
const SMALLEST = 0.6;
const STEP = 0.05;
/** Words of scripts that are written without spaces. */
const BREAKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\s+|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/**
 * Writes words into a box, smaller where they are too many.
 *
 * @returns operators of a content stream, and the faces they use
 */
export async function typeset(
  texts: readonly StyledText[],
  box: Box,
  faces: Faces,
): Promise<{ readonly operators: string; readonly faces: readonly Face[] }> {
  const words: Word[] = [];
  for (const { text, style } of texts) {
    for (const [part] of text.matchAll(BREAKS)) {
      words.push({ pieces: await piecesOf(part, style, faces), isSpace: /^\s/.test(part) });
    }
  }
  let scale = 1;
  let lines = wrapped(words, box.width / box.size);
  while (lines.length * scale > box.lines + 1e-6 && scale > SMALLEST) {
    scale -= STEP;
    lines = wrapped(words, box.width / (box.size * scale));
  }
  const size = box.size * scale;
  const operators = lines
    .map((line, at) => written(line, { ...box, size, y: box.y - at * box.leading * scale }))
    .join('');
  return {
    operators,
    faces: [...new Set(words.flatMap(({ pieces }) => pieces.map(({ face }) => face)))],
  };
}

async function piecesOf(text: string, style: WordStyle, faces: Faces): Promise<readonly Piece[]> {
  const pieces: { text: string; readonly face: Face; readonly style: WordStyle }[] = [];
  for (const character of text.replaceAll(/\s/g, ' ')) {
    const face = await faces.faceOf(character, style.look);
    const last = pieces.at(-1);
    if (last?.face === face) last.text += character;
    else pieces.push({ text: character, face, style });
  }
  return pieces;
}

/** Where the size is 1. */
const widthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce(
    (sum, { text, face, style }) => sum + face.font.widthOfTextAtSize(text, style.scale),
    0,
  );

/** Words that follow each other without a space are not torn apart. */
function wrapped(words: readonly Word[], width: number): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let used = 0;
  let space: readonly Piece[] = [];
  for (const { pieces, isSpace } of words) {
    if (isSpace) {
      space = pieces;
      continue;
    }
    const needed = widthOf([...space, ...pieces]);
    if (line.length > 0 && used + needed > width) {
      lines.push(line);
      line = [...pieces];
      used = widthOf(pieces);
    } else {
      line.push(...(line.length > 0 ? space : []), ...pieces);
      used += needed;
    }
    space = [];
  }
  return line.length > 0 ? [...lines, line] : lines;
}

function written(line: readonly Piece[], { x, y, size, center }: Box): string {
  let at = center === undefined ? x : center - (widthOf(line) * size) / 2;
  return inOnePiece(line)
    .map(({ text, face, style }) => {
      const glyphs = face.font.encodeText(text).toString();
      const own = size * style.scale;
      const place = `${fixed(at)} ${fixed(y + style.rise * size)}`;
      at += face.font.widthOfTextAtSize(text, own);
      return `/${face.name} ${fixed(own)} Tf ${colorOf(style)} rg 1 0 0 1 ${place} Tm ${glyphs} Tj\n`;
    })
    .join('');
}

/** What looks the same is shown at once. */
function inOnePiece(line: readonly Piece[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const piece of line) {
    const last = pieces.at(-1);
    const isSame = last?.face === piece.face && last.style === piece.style;
    if (isSame) pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
    else pieces.push(piece);
  }
  return pieces;
}

const fixed = (value: number): string => value.toFixed(3);

const colorOf = ({ look: { color } }: WordStyle): string =>
  [1, 3, 5].map((at) => fixed(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
