import { existsSync } from 'node:fs';
import type { RunningSpeech } from './running-speech.js';
import { KEY } from './running-speech.js';
import { wav, type Speakers } from './flite-recordings.js';

/** Whether consents can be heard here. */
export const hasRecogniser =
  existsSync('/usr/bin/pocketsphinx_continuous') &&
  existsSync('/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict');

export interface Challenge {
  readonly id: string;
  readonly phrase: string;
  readonly expires_at: string;
}

export interface VoiceAnswer {
  readonly id: string;
  readonly type: string;
  readonly display_name: string;
  readonly gender: string;
  readonly locale: string;
  readonly quality?: string;
  readonly licence?: {
    readonly name: string;
    readonly base?: string;
    readonly commercial_use: string;
  };
  readonly models: readonly { readonly name: string }[];
}

export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
}

export async function errorOf(answer: Response): Promise<ErrorAnswer> {
  const { error } = (await answer.json()) as { error: Omit<ErrorAnswer, 'status'> };
  return { ...error, status: answer.status };
}

export async function challengeOf(
  speech: Pick<RunningSpeech, 'request'>,
  key = KEY,
): Promise<Challenge> {
  const answer = await speech.request('POST', '/v1/voices/consent-challenges', {
    body: { full_name: 'Ada Lovelace' },
    key,
  });
  return (await answer.json()) as Challenge;
}

export type Form = Readonly<Record<string, string | Uint8Array<ArrayBuffer> | undefined>>;

/** Sends a multipart form; bytes are files. */
export function postVoice(
  speech: Pick<RunningSpeech, 'url'>,
  form: Form,
  { key = KEY, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (value === undefined) continue;
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, new Blob([value]), `${name}.bin`);
  }
  return fetch(`${speech.url}/v1/voices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body,
  });
}

/** A voice that was made, and what was sent for it. */
export interface Cloned {
  readonly voice: VoiceAnswer;
  readonly form: Form;
  readonly headers: Record<string, string>;
}

export interface CloneOptions {
  /** Of flite. */
  readonly speaker?: string;
  /** Beside those that every request has. */
  readonly headersOf?: (challenge: Challenge) => Record<string, string>;
}

/** Clones a voice as a person would: who is not understood reads another phrase. */
export async function cloneWith(
  speech: RunningSpeech,
  speakers: Speakers,
  { speaker = 'kal16', headersOf = () => ({}) }: CloneOptions = {},
): Promise<Cloned> {
  const sample = wav(await speakers.sample(speaker));
  const refusals: ErrorAnswer[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const challenge = await challengeOf(speech);
    const form = {
      name: 'Ada',
      gender: 'female',
      sample,
      consent_challenge_id: challenge.id,
      consent_recording: wav(await speakers.say(speaker, challenge.phrase, 0.85)),
    };
    const headers = headersOf(challenge);
    const answer = await postVoice(speech, form, { headers });
    if (answer.status === 200) {
      return { voice: (await answer.json()) as VoiceAnswer, form, headers };
    }
    refusals.push(await errorOf(answer));
    if (refusals.at(-1)?.code !== 'consent_phrase_mismatch') break;
  }
  throw new Error(`No voice was made: ${JSON.stringify(refusals)}`);
}

export const clone = async (
  speech: RunningSpeech,
  speakers: Speakers,
  speaker?: string,
): Promise<VoiceAnswer> =>
  (await cloneWith(speech, speakers, speaker === undefined ? {} : { speaker })).voice;
