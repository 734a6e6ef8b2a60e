const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** As players show it: `0:07`, `12:30`, `1:02:03`. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  const rest = two(seconds % MINUTE_S);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}
