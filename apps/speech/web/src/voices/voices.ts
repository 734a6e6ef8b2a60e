import type { Service } from '../service.js';

export interface Voice {
  readonly id: string;
  readonly type: 'shared' | 'personal';
  readonly display_name: string;
  readonly gender: string;
  readonly locale: string;
  /** Address of one sentence; clones have none. */
  readonly preview_audio: string | null;
  readonly tags: readonly string[];
  readonly licence?: VoiceLicence;
}

export interface VoiceLicence {
  readonly name: string;
  readonly base?: string;
  readonly commercial_use: 'allowed' | 'forbidden' | 'unknown';
}

export interface Challenge {
  readonly id: string;
  /** To be read aloud. */
  readonly phrase: string;
}

export async function listVoices({ api }: Service, signal: AbortSignal): Promise<readonly Voice[]> {
  const { body } = await api<{ readonly voices: readonly Voice[] }>('/voices', { signal });
  return body.voices;
}

/** The voice that a page begins with. */
export const firstVoice = (voices: readonly Voice[]): string =>
  (voices.find(({ id }) => id === 'george') ?? voices[0])?.id ?? '';

export async function fetchPreview({ send }: Service, { id }: Voice): Promise<ArrayBuffer> {
  const response = await send(`/voices/${encodeURIComponent(id)}/preview`);
  return await response.arrayBuffer();
}

export async function newChallenge({ api }: Service, name: string): Promise<Challenge> {
  const { body } = await api<Challenge>('/voices/consent-challenges', {
    method: 'POST',
    body: { full_name: name },
  });
  return body;
}

export interface NewVoice {
  readonly name: string;
  readonly gender: string;
  readonly challenge: string;
  readonly sample: Blob;
  readonly consent: Blob;
}

export async function cloneVoice({ send }: Service, voice: NewVoice): Promise<void> {
  const form = new FormData();
  form.set('name', voice.name);
  form.set('gender', voice.gender);
  form.set('consent_challenge_id', voice.challenge);
  form.set('sample', voice.sample, 'sample');
  form.set('consent_recording', voice.consent, 'consent');
  await send('/voices', { method: 'POST', body: form });
}

/** The voice goes at once, also for those who listen to it. */
export async function withdrawConsent({ api }: Service, { id }: Voice): Promise<void> {
  await api(`/voices/${encodeURIComponent(id)}/consent`, { method: 'DELETE' });
}
