/** State of the database as the pool sees it. */
export interface DatabaseStatus {
  readonly isUp: boolean;
  readonly poolSize: number;
  readonly activeConnections: number;
}

export abstract class Database {
  abstract status(): Promise<DatabaseStatus>;
}

/** `3d 4h 5m 6s`, without the parts that are zero at its start. */
export function describeUptime(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [Math.floor(seconds) % 60, 's'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  return parts
    .slice(first === -1 ? 3 : first)
    .map(([value, unit]) => `${value}${unit}`)
    .join(' ');
}
