/** The next of 2, 4, 10, 20, 40, 100 and so on: half of it is round too. */
export function roundAbove(value: number): number {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 10].find((step) => step * power >= value) ?? 10);
}
