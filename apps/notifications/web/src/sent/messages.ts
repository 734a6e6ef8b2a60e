import type { Api } from '@sextant/web/api';

export type Audience =
  | { readonly classId: string }
  | { readonly year: string }
  | { readonly academy: true };

export interface Targets {
  readonly academy: boolean;
  readonly years: readonly string[];
  readonly classes: readonly { readonly classId: string; readonly year?: string }[];
}

export interface Message {
  readonly audience: Audience;
  readonly title: string;
  readonly description: string;
  readonly urgent: boolean;
  /** When it goes; at once if absent. */
  readonly sendAt?: string;
  /** What this page does not show, and other clients have given. */
  readonly category?: string;
  readonly translations?: object;
}

export interface Job extends Omit<Message, 'urgent'> {
  readonly id: string;
  readonly state: 'scheduled' | 'running' | 'done' | 'cancelled';
  readonly urgent?: boolean;
  readonly sendAt: string;
  readonly updatedAt: string;
  readonly recipients: number;
  readonly counts?: { readonly read: number; readonly pushed: number; readonly mailed: number };
}

const PATH = '/audiences';

export async function targetsOf(api: Api): Promise<Targets> {
  return (await api<{ readonly targets: Targets }>(`${PATH}/targets`)).body.targets;
}

export const reachesAnybody = ({ academy, classes }: Targets): boolean =>
  academy || classes.length > 0;

export async function listJobs(api: Api, signal: AbortSignal): Promise<readonly Job[]> {
  return (await api<{ readonly jobs: readonly Job[] }>(PATH, { signal })).body.jobs;
}

export async function readJob(api: Api, id: string, signal: AbortSignal): Promise<Job> {
  const { body } = await api<{ readonly job: Job }>(`${PATH}/${encodeURIComponent(id)}`, {
    signal,
  });
  return body.job;
}

/** Where one is, with its counts. */
export const pathOf = ({ id }: Job): string => `${PATH}/${id}`;

export async function countRecipients(api: Api, message: Message): Promise<number> {
  const body = { ...message, dryRun: true };
  return (await api<{ readonly recipients: number }>(PATH, { method: 'POST', body })).body
    .recipients;
}

/** @param key the same for the same message, however often somebody presses */
export async function sendMessage(api: Api, message: Message, key: string): Promise<void> {
  await api(PATH, { method: 'POST', body: message, headers: { 'Idempotency-Key': key } });
}

export async function changeMessage(api: Api, job: Job, message: Message): Promise<void> {
  await api(pathOf(job), { method: 'PUT', body: message });
}

export async function cancelMessage(api: Api, job: Job): Promise<void> {
  await api(pathOf(job), { method: 'DELETE' });
}
