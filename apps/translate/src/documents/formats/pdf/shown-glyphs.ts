import {
  AnnotationMode,
  getDocument,
  OPS,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Shown } from './text-state.js';

/** What one operator shows, in the order in which a page's operators run. */
export interface ShownGlyphs {
  readonly shown: readonly Shown[];
  readonly look: Look;
}

/** How glyphs look, apart from their size. */
export interface Look {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** `#rrggbb` */
  readonly color: string;
  /** Text that runs downwards, or whose glyphs are drawings, cannot be written anew. */
  readonly isPlain: boolean;
}

interface Font {
  readonly name?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly vertical?: boolean;
  readonly isType3Font?: boolean;
}

interface Glyph {
  readonly unicode: string;
  readonly width: number;
}

/** Opens a file for `shownOn`; nothing is fetched, no script runs. */
export async function openForReading(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  // The reader takes the bytes away.
  const data = Uint8Array.from(bytes);
  return await getDocument({
    ...{ data, verbosity: 0, disableFontFace: true, useSystemFonts: false },
    // Names of fonts tell what is bold.
    fontExtraProperties: true,
  }).promise;
}

export async function shownOn(page: PDFPageProxy): Promise<readonly ShownGlyphs[]> {
  const list = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
  const shown: ShownGlyphs[] = [];
  const stack: State[] = [];
  let state: State = { color: '#000000', font: {} };
  for (const [at, operator] of list.fnArray.entries()) {
    const args: unknown = list.argsArray[at];
    if (SAVES.has(operator)) stack.push(state);
    else if (RESTORES.has(operator)) state = stack.pop() ?? state;
    else if (operator === OPS.setFillRGBColor) state = { ...state, color: colorIn(args) };
    else if (operator === OPS.setFont) state = { ...state, font: fontIn(page, args) };
    else if (operator === OPS.showText) shown.push({ shown: glyphsIn(args), look: lookOf(state) });
  }
  page.cleanup();
  return shown;
}

interface State {
  readonly color: string;
  readonly font: Font;
}

const SAVES: ReadonlySet<number> = new Set([OPS.save, OPS.paintFormXObjectBegin]);
const RESTORES: ReadonlySet<number> = new Set([OPS.restore, OPS.paintFormXObjectEnd]);

function colorIn(args: unknown): string {
  const [color] = Array.isArray(args) ? (args as unknown[]) : [];
  return typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : '#000000';
}

function fontIn(page: PDFPageProxy, args: unknown): Font {
  const [name] = Array.isArray(args) ? (args as unknown[]) : [];
  const objects = page.commonObjs as { has(id: unknown): boolean; get(id: unknown): unknown };
  return objects.has(name) ? (objects.get(name) as Font) : {};
}

function glyphsIn(args: unknown): readonly Shown[] {
  const [glyphs] = Array.isArray(args) ? (args as unknown[]) : [];
  if (!Array.isArray(glyphs)) return [];
  return (glyphs as (number | Glyph | null)[]).flatMap((glyph): Shown[] => {
    if (glyph === null) return [];
    return [typeof glyph === 'number' ? glyph : { text: glyph.unicode, width: glyph.width }];
  });
}

function lookOf({ color, font }: State): Look {
  const { name = '', bold, italic, vertical, isType3Font } = font;
  return {
    color,
    isBold: bold === true || /bold|black|heavy|semibold|demi/i.test(name),
    isItalic: italic === true || /italic|oblique/i.test(name),
    isPlain: vertical !== true && isType3Font !== true,
  };
}
