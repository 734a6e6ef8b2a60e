/** Of a two-sided 95 % interval, by degrees of freedom; from 30 on the normal distribution's. */
const STUDENT = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12,
  2.11, 2.1, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05,
];

/** The mean of some values, and the 95 % interval that it lies in. */
export function interval(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  const t = STUDENT[values.length - 2] ?? 1.96;
  const half = t * Math.sqrt(variance / values.length);
  return { low: mean - half, mean, high: mean + half };
}
