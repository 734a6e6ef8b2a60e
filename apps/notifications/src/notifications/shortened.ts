/** A text of so many characters at most, in whole code points; what is cut off is seen to be. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // A code point has two units at most: what is behind these is cut off in any case.
  const points = Array.from(text.slice(0, 2 * most + 2));
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}
