import type { Person } from './person.js';

/** Who asks, as the verified token says. */
export interface Caller extends Person {
  readonly academyId: string;
  readonly roles: readonly string[];
}

export const personOf = ({ user, userId, userName }: Person): Person => ({
  user,
  userId,
  userName,
});
