import type { useText } from '../strings/index.js';
import type { Audience, Targets } from './messages.js';

type Text = ReturnType<typeof useText>;

export interface AudienceOption {
  readonly id: string;
  readonly title: string;
  readonly audience: Audience;
}

/** How people call it. */
export function nameOf(text: Text, audience: Audience): string {
  if ('classId' in audience) return text('message.class', { classId: audience.classId });
  if ('year' in audience) return text('message.year', { year: audience.year });
  return text('message.academy');
}

export const idOf = (audience: Audience): string => JSON.stringify(audience);

/** Classes first: they are written to most. One that is gone meanwhile stays to be chosen while it is. */
export function optionsOf(text: Text, targets: Targets, kept?: Audience): AudienceOption[] {
  const all: Audience[] = [
    ...targets.classes.map(({ classId }) => ({ classId })),
    ...targets.years.map((year) => ({ year })),
    ...(targets.academy ? [{ academy: true as const }] : []),
  ];
  const isThere = kept === undefined || all.some((one) => idOf(one) === idOf(kept));
  return [...(isThere ? [] : [kept]), ...all].map((audience) => ({
    ...{ id: idOf(audience), title: nameOf(text, audience), audience },
  }));
}
