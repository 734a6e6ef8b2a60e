import { invalid } from '../../errors/request-errors.js';
import { SAMPLE_RATES } from '../sample-input.js';

type Members = Readonly<Record<string, unknown>>;

/** What a session of OpenAI's realtime transcription is, as far as it is followed here. */
export interface RealtimeSession {
  /** Samples a second of what is sent. */
  readonly sampleRate: number;
  readonly language: string | undefined;
  readonly model: string;
  /** Whether pauses end what is said; else the client commits. */
  readonly detectsTurns: boolean;
}

export const NEW_SESSION: RealtimeSession = {
  sampleRate: 24_000,
  language: undefined,
  model: 'whisper-1',
  detectsTurns: true,
};

const MAX_LANGUAGE = 35;

/**
 * The session after `session.update`.
 *
 * @throws {Problem} `validation_failed` for what there is not here: sessions that answer, other formats
 */
export function updatedSession(session: RealtimeSession, update: unknown): RealtimeSession {
  const { type = 'transcription', audio } = membersOf(update, 'session');
  if (type !== 'transcription') {
    throw invalid('session.type', 'Only sessions of the type transcription are served here.');
  }
  const input = membersOf(membersOf(audio, 'session.audio')['input'], 'session.audio.input');
  const transcription = membersOf(input['transcription'], 'session.audio.input.transcription');
  return {
    sampleRate: sampleRateOf(input['format']) ?? session.sampleRate,
    language: languageOf(transcription['language']) ?? session.language,
    model: typeof transcription['model'] === 'string' ? transcription['model'] : session.model,
    detectsTurns:
      input['turn_detection'] === undefined
        ? session.detectsTurns
        : input['turn_detection'] !== null,
  };
}

/** A session as the events have it. */
export const presentSession = (
  id: string,
  { sampleRate, language, model, detectsTurns }: RealtimeSession,
): object => ({
  id,
  object: 'realtime.transcription_session',
  type: 'transcription',
  audio: {
    input: {
      format: { type: 'audio/pcm', rate: sampleRate },
      transcription: { model, ...(language === undefined ? {} : { language }) },
      turn_detection: detectsTurns ? { type: 'server_vad' } : null,
    },
  },
});

export function membersOf(value: unknown, field: string): Members {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
  throw invalid(field, `${field} must be an object`);
}

function sampleRateOf(format: unknown): number | undefined {
  if (format === undefined) return undefined;
  const field = 'session.audio.input.format';
  const { type, rate = NEW_SESSION.sampleRate } = membersOf(format, field);
  if (type !== 'audio/pcm' || typeof rate !== 'number' || !SAMPLE_RATES.includes(rate)) {
    throw invalid(
      field,
      `The format must be audio/pcm with a rate of: ${SAMPLE_RATES.join(', ')}.`,
    );
  }
  return rate;
}

function languageOf(language: unknown): string | undefined {
  if (language === undefined || language === null) return undefined;
  if (typeof language === 'string' && language.length <= MAX_LANGUAGE && isTag(language))
    return language;
  throw invalid('session.audio.input.transcription.language', 'It must be a tag of BCP 47.');
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false; // A RangeError is its way to say no.
  }
}
