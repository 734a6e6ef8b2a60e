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
  return [...css.matchAll(/(?<![\w-])([\w-]+)\(/g)].every(([, name = '']) =>
    FUNCTIONS.has(name.toLowerCase()),
  );
}

/** Whether every `url(...)` in a text is a part of the same image. */
export const hasLocalUrls = (text: string): boolean =>
  [...text.matchAll(/url\(([^)]*)/gi)].every(([, address = '']) => LOCAL_URL.test(address));

/** The ids that the `url(...)` of a text name. */
export const localUrls = (text: string): string[] =>
  [...text.matchAll(/url\(\s*['"]?#([^)'"\s]+)/gi)].map(([, id = '']) => id);
