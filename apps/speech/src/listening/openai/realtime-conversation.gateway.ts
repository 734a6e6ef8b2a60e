import { Problem } from '@sextant/platform-http/errors';
import { invalid } from '../../errors/request-errors.js';
import type { Admitted } from '../../live/live-admission.js';
import type { LiveConversation } from '../../live/live-conversation.js';
import type { OpenSession } from '../../live/live-sessions.js';
import type { LiveSocket } from '../../live/live-socket.js';
import type { ListeningMaker } from '../listening-maker.js';
import type { ListeningMessage, ListeningSession } from '../listening-session.js';
import { SampleInput } from '../sample-input.js';
import type { RealtimePresenter } from './realtime-presenter.js';
import { membersOf, NEW_SESSION, presentSession, updatedSession } from './realtime-session.js';

const INACTIVITY_SECONDS = 60;

export interface RealtimeOptions {
  readonly maker: ListeningMaker;
  readonly admitted: Admitted;
  readonly socket: LiveSocket<ListeningMessage>;
  readonly presenter: RealtimePresenter;
  /** Names the session in its events. */
  readonly id: string;
}

/** A connection of OpenAI's realtime transcription. What is wrong with an event does not end it. */
export class RealtimeConversation implements LiveConversation {
  readonly inactivitySeconds = INACTIVITY_SECONDS;
  #session = NEW_SESSION;
  #input = new SampleInput(NEW_SESSION.sampleRate);
  #open: OpenSession<ListeningSession> | undefined;

  constructor(private readonly options: RealtimeOptions) {}

  get open(): OpenSession<ListeningSession> | undefined {
    return this.#open;
  }

  /** The first event, before any of the client. */
  greet(): Promise<void> {
    return this.tell('session.created');
  }

  async take(message: unknown): Promise<void> {
    try {
      await this.follow(membersOf(message, 'event'));
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 429) throw error;
      await this.options.socket.send(this.options.presenter.failure(error));
    }
  }

  leave(): void {
    // Nobody can come back to it.
    if (this.#open === undefined) this.options.admitted.release();
    else this.#open.session.close();
  }

  private async follow({ type, session, audio }: Readonly<Record<string, unknown>>): Promise<void> {
    switch (type) {
      case 'session.update':
        await this.update(session);
        return;
      case 'input_audio_buffer.append':
        if (typeof audio !== 'string') throw invalid('audio', 'audio must be a string of Base64');
        await this.hear(Buffer.from(audio, 'base64'));
        return;
      case 'input_audio_buffer.commit':
        (await this.begun()).session.commit();
        return;
      case 'input_audio_buffer.clear':
        this.#open?.session.clear();
        await this.options.socket.send(
          this.options.presenter.event('input_audio_buffer.cleared', {}),
        );
        return;
      default:
        throw invalid('type', `There is no event of the type ${nameOf(type)} here.`);
    }
  }

  private async update(session: unknown): Promise<void> {
    if (this.#open !== undefined) {
      throw invalid('session', 'The session has begun with the first sound: update it before.');
    }
    this.#session = updatedSession(this.#session, session);
    this.#input = new SampleInput(this.#session.sampleRate);
    this.options.presenter.detectsTurns = this.#session.detectsTurns;
    await this.tell('session.updated');
  }

  private async hear(bytes: Buffer): Promise<void> {
    const { session } = await this.begun();
    const { workspace } = this.options.admitted.caller;
    for await (const pcm of this.#input.pieces(bytes, workspace)) session.hear(pcm);
  }

  /** Begins with the first sound. */
  private async begun(): Promise<OpenSession<ListeningSession>> {
    if (this.#open !== undefined) return this.#open;
    const { maker, admitted, socket } = this.options;
    const open = await maker.start(admitted, socket, {
      language: this.#session.language,
      tellsInterim: false,
      endsAtPauses: this.#session.detectsTurns,
      inactivitySeconds: INACTIVITY_SECONDS,
    });
    this.#open = open;
    open.session.outbox.attach(socket, 0);
    return open;
  }

  private async tell(type: string): Promise<void> {
    const session = presentSession(this.options.id, this.#session);
    await this.options.socket.send(this.options.presenter.event(type, { session }));
  }
}

const nameOf = (type: unknown): string => (typeof type === 'string' ? type.slice(0, 60) : '(none)');
