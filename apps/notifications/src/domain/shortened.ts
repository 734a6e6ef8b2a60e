/** A text of so many characters at most, in whole code points; what is cut off is seen to be. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text);
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}
