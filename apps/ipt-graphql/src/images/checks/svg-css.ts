/** Functions that colours, transforms, filters and selectors are made of. None of them fetches anything. */
const FUNCTIONS = new Set(
  (
    'url rgb rgba hsl hsla hwb lab lch oklab oklch color matrix translate translatex translatey scale scalex scaley ' +
    'rotate skewx skewy calc min max clamp var not is where nth-child nth-of-type blur brightness contrast ' +
    'drop-shadow grayscale hue-rotate invert opacity saturate sepia circle ellipse inset polygon'
  ).split(' '),
);

const LOCAL_URL = /^\s*(?:#[^'"#\s]+|'#[^'"#]+'|"#[^'"#]+")\s*$/;

/**
 * Whether a style draws only: no rules that begin with @, which fetch, no function beside the ones above, no
 * address beside parts of the same image. Escapes could spell anything, so there must be none.
 */
export function isHarmlessCss(css: string): boolean {
  if (/[\\@]/.test(css) || !hasLocalUrls(css)) return false;
  const isKnown = (name: string | undefined): boolean => FUNCTIONS.has(name?.toLowerCase() ?? '');
  return everyMatch(css, /(?<![\w-])([\w-]+)\(/g, isKnown);
}

/** Whether every `url(...)` in a text is a part of the same image. */
export const hasLocalUrls = (text: string): boolean =>
  everyMatch(text, /url\(([^)]*)/gi, (address = '') => LOCAL_URL.test(address));

/** Whether it holds of the first group of each match. One match is there at a time: there may be a million. */
function everyMatch(
  text: string,
  pattern: RegExp,
  holds: (group: string | undefined) => boolean,
): boolean {
  for (const [, group] of text.matchAll(pattern)) if (!holds(group)) return false;
  return true;
}

/** The ids that the `url(...)` of a text name. */
export const localUrls = (text: string): string[] =>
  [...text.matchAll(/url\(\s*['"]?#([^)'"\s]+)/gi)].map(([, id = '']) => id);
