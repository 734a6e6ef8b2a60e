export interface Bar {
  readonly name: string;
  readonly value: number;
  /** Of the second kind, on top of it. */
  readonly more?: number;
}

export interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly format?: (value: number) => string;
  /** What `value` and `more` are, for the legend; absent where there is one kind. */
  readonly kinds?: readonly [string, string] | undefined;
  /** What the picture says as a whole, for whoever does not see it. */
  readonly summary?: string | undefined;
}

/** What a bar stands for, such as `Monday: 4 sent, 1 failed`. */
export function textOfBar(
  { name, value, more = 0 }: Bar,
  format: (value: number) => string,
  kinds: BarChartProps['kinds'],
): string {
  const texts = kinds?.map((kind, index) => `${format(index === 0 ? value : more)} ${kind}`);
  return `${name}: ${texts?.join(', ') ?? format(value)}`;
}
