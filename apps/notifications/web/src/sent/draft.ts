import type { Job, Message } from './messages.js';
import { idOf, type AudienceOption } from './audience-choice.js';

/** What somebody is writing. */
export interface Draft {
  readonly to: string;
  readonly title: string;
  readonly description: string;
  readonly isUrgent: boolean;
  readonly isLater: boolean;
  /** As the browser's field has it: `2026-11-30T07:45`, by the clock of the reader. */
  readonly at: string;
}

const EMPTY = { title: '', description: '', isUrgent: false, isLater: false, at: '' } as const;

export function draftOf(job: Job | undefined, [first]: readonly AudienceOption[]): Draft {
  if (job === undefined) return { ...EMPTY, to: first?.id ?? '' };
  const { audience, title, description, urgent = false, sendAt } = job;
  return {
    ...{ to: idOf(audience), title, description, isUrgent: urgent },
    ...{ isLater: true, at: localTimeOf(new Date(sendAt)) },
  };
}

function localTimeOf(moment: Date): string {
  const asUtc = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return asUtc.toISOString().slice(0, 16);
}

export type Finished =
  | { readonly message: Message; readonly option: AudienceOption }
  | { readonly missing: 'message.incomplete' | 'message.noTime' };

/** @param job what is changed: what the form does not show stays */
export function finish(
  { to, title, description, isUrgent, isLater, at }: Draft,
  options: readonly AudienceOption[],
  job?: Job,
): Finished {
  const option = options.find(({ id }) => id === to);
  const isWhole = title.trim() !== '' && description.trim() !== '';
  if (option === undefined || !isWhole) return { missing: 'message.incomplete' };
  const atMs = isLater ? new Date(at).getTime() : 0;
  if (Number.isNaN(atMs)) return { missing: 'message.noTime' };
  const { category, translations } = job ?? {};
  return {
    option,
    message: {
      ...{ audience: option.audience, title, description, urgent: isUrgent },
      ...(isLater ? { sendAt: new Date(atMs).toISOString() } : {}),
      ...(category === undefined ? {} : { category }),
      ...(translations === undefined ? {} : { translations }),
    },
  };
}
