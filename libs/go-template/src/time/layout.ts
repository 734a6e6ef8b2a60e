/** A part of a Go time layout: literal text, or an element of the reference time. */
export type LayoutPart = { readonly literal: string } | { readonly element: string };

/** Elements of `Mon Jan 2 15:04:05 2006 MST`; the longest that fits wins. */
const ELEMENTS = [
  'January',
  'Monday',
  'Z07:00:00',
  '-07:00:00',
  'Z070000',
  '-070000',
  'Z07:00',
  '-07:00',
  'Z0700',
  '-0700',
  '2006',
  'Jan',
  'Mon',
  'MST',
  'Z07',
  '-07',
  '002',
  '__2',
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '15',
  'PM',
  'pm',
  '_2',
  '1',
  '2',
  '3',
  '4',
  '5',
];

const FRACTION = /^[.,](?:0+|9+)(?![0-9])/;

/** Splits a layout as Go's package time reads it. */
export function parseLayout(layout: string): readonly LayoutPart[] {
  const parts: LayoutPart[] = [];
  let literal = '';
  for (let index = 0; index < layout.length;) {
    const element = elementAt(layout, index);
    if (element === undefined) {
      literal += layout.charAt(index);
      index += 1;
      continue;
    }
    if (literal !== '') parts.push({ literal });
    literal = '';
    parts.push({ element });
    index += element.length;
  }
  return literal === '' ? parts : [...parts, { literal }];
}

function elementAt(layout: string, index: number): string | undefined {
  const rest = layout.slice(index, index + 40);
  const found = ELEMENTS.find((element) => rest.startsWith(element));
  if (found === undefined) return fractionAt(layout, index);
  // "Jan" and "Mon" inside a longer lower-case word, such as "Month", are text.
  if (found.length === 3 && /^[JM][ao]n/.test(found)) {
    return /^[a-z]/.test(rest.slice(3)) ? undefined : found;
  }
  return found === '_2' && rest.startsWith('_2006') ? undefined : found;
}

/** Fractions of a second follow the seconds or stand anywhere: `.000` or `,999`. */
function fractionAt(layout: string, index: number): string | undefined {
  return FRACTION.exec(layout.slice(index))?.[0];
}
