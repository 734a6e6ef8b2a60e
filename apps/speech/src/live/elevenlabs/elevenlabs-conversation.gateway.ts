import type { LiveMaker } from '../live-maker.js';
import { ELEVENLABS_FORMATS, type AudioFormat } from '../../audio/audio-format.js';
import type { OpenSession } from '../live-sessions.js';
import { invalid } from '../../errors/request-errors.js';
import type { Admitted } from '../live-admission.js';
import type { LiveConversation } from '../live-conversation.js';
import type { LiveSocket } from '../live-socket.js';
import { MAX_TEXT } from '../messages/live.dto.js';

const DEFAULT_FORMAT = 'mp3_44100_128';
const DEFAULT_INACTIVITY_SECONDS = 20;
const MAX_INACTIVITY_SECONDS = 180;
/** Theirs waits for a number of characters; here whole words wait no longer than this. */
const MAX_WAIT_MS = 1000;
const MAX_LOCATORS = 3;

/** Query parameters that are followed; others are taken and of no use. */
export interface ElevenLabsLiveQuery {
  readonly voiceId: string;
  readonly format: AudioFormat;
  readonly language: string | undefined;
  readonly normalizesText: boolean;
  readonly isAligned: boolean;
  readonly inactivitySeconds: number;
}

/** @throws {Problem} `validation_failed` for a format or a time that there is not */
export function elevenLabsQueryOf(voiceId: string, query: URLSearchParams): ElevenLabsLiveQuery {
  const name = query.get('output_format') ?? DEFAULT_FORMAT;
  const format = ELEVENLABS_FORMATS.get(name);
  // Turns are joined by clients: a file's head in the middle would be heard.
  if (format === undefined || format.codec === 'wav') {
    const names = [...ELEVENLABS_FORMATS.values()].filter(({ codec }) => codec !== 'wav');
    const known = names.map(({ id }) => id).join(', ');
    throw invalid('output_format', `output_format must be one of: ${known}`);
  }
  const seconds = Number(query.get('inactivity_timeout') ?? DEFAULT_INACTIVITY_SECONDS);
  if (!(seconds >= 1 && seconds <= MAX_INACTIVITY_SECONDS)) {
    throw invalid('inactivity_timeout', 'inactivity_timeout must be 1 to 180 seconds');
  }
  return {
    voiceId,
    format,
    language: query.get('language_code') ?? undefined,
    normalizesText: query.get('apply_text_normalization') !== 'off',
    isAligned: query.get('sync_alignment') === 'true',
    inactivitySeconds: seconds,
  };
}

export interface ElevenLabsConversationOptions {
  readonly live: LiveMaker;
  readonly query: ElevenLabsLiveQuery;
  readonly socket: LiveSocket;
  /** Lets in by what the headers say, or the first message. */
  readonly admit: (credentials: string | undefined) => Promise<Admitted>;
}

type Members = Readonly<Record<string, unknown>>;

/** A connection of ElevenLabs' `stream-input`: the first message opens it, an empty text ends it. */
export class ElevenLabsConversation implements LiveConversation {
  #open: OpenSession | undefined;
  #admitted: Admitted | undefined;

  constructor(private readonly options: ElevenLabsConversationOptions) {}

  get open(): OpenSession | undefined {
    return this.#open;
  }

  get inactivitySeconds(): number {
    return this.options.query.inactivitySeconds;
  }

  async take(message: unknown): Promise<void> {
    const members = membersOf(message, 'message') ?? {};
    const { text, flush } = members;
    if (typeof text !== 'string') throw invalid('text', 'text must be a string');
    if (text.length > MAX_TEXT) throw invalid('text', `text has at most ${MAX_TEXT} characters`);
    if (!text.isWellFormed()) throw invalid('text', 'text has half of a surrogate pair');
    this.#open ??= await this.begin(members);
    const { session } = this.#open;
    if (text === '') session.end();
    else session.write(text);
    if (flush === true) session.flush();
  }

  leave(): void {
    // Nobody can come back to it.
    if (this.#open === undefined) this.#admitted?.release();
    else this.#open.session.close();
  }

  private async begin(first: Members): Promise<OpenSession> {
    const { live, query, socket, admit } = this.options;
    this.#admitted = await admit(credentialsIn(first));
    const { voiceId, format, language, normalizesText } = query;
    const { open } = await live.start(this.#admitted, socket, {
      voiceId,
      format,
      language,
      normalizesText,
      lexicons: lexiconsOf(first['pronunciation_dictionary_locators']),
      speed: speedOf(first['voice_settings']),
      maxWaitMs: MAX_WAIT_MS,
      inactivitySeconds: query.inactivitySeconds,
    });
    open.session.outbox.attach(socket, 0);
    return open;
  }
}

function credentialsIn({ xi_api_key: key, authorization }: Members): string | undefined {
  if (typeof key === 'string') return `Bearer ${key}`;
  return typeof authorization === 'string' ? authorization : undefined;
}

function membersOf(value: unknown, field: string): Members | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
  throw invalid(field, `${field} must be an object`);
}

function speedOf(settings: unknown): number | undefined {
  const speed = membersOf(settings, 'voice_settings')?.['speed'] ?? undefined;
  if (speed === undefined) return undefined;
  if (typeof speed === 'number' && speed >= 0.25 && speed <= 4) return speed;
  throw invalid('voice_settings.speed', 'speed must be a number from 0.25 to 4');
}

function lexiconsOf(locators: unknown): readonly string[] | undefined {
  if (locators === undefined || locators === null) return undefined;
  const field = 'pronunciation_dictionary_locators';
  if (!Array.isArray(locators) || locators.length > MAX_LOCATORS) {
    throw invalid(field, `${field} must be a list of at most ${MAX_LOCATORS}`);
  }
  return locators.map((locator: unknown, index) => {
    const id = membersOf(locator, `${field}.${index}`)?.['pronunciation_dictionary_id'];
    if (typeof id === 'string') return id;
    throw invalid(`${field}.${index}.pronunciation_dictionary_id`, 'It must be a string');
  });
}
