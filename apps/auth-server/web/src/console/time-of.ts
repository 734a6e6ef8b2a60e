/** A moment, to the minute, of UTC. */
export const timeOf = (moment: string | null): string =>
  moment?.slice(0, 16).replace('T', ' ') ?? '–';
