import { defaultFormatOf, OUTPUT_FORMATS, type AudioFormat } from '../audio/audio-format.js';
import type { LiveMaker } from './live-maker.js';
import type { OpenSession } from './live-sessions.js';
import { invalid } from '../errors/request-errors.js';
import type { Admitted } from './live-admission.js';
import { parsedMessage, typeOfMessage } from './live-message.pipe.js';
import type { LiveConversation } from './live-conversation.js';
import type { ResumedMessage } from './messages/live-answers.dto.js';
import { presentStarted } from './messages/live.presenter.js';
import type { LiveSocket } from './live-socket.js';
import { ResumeMessage, RunningMessage, StartMessage } from './messages/live.dto.js';

const MAX_WAIT_MS = 1000;
const INACTIVITY_SECONDS = 60;

/** A connection that speaks our own messages: `start` or `resume`, then text. */
export class OurConversation implements LiveConversation {
  #open: OpenSession | undefined;

  constructor(
    private readonly live: LiveMaker,
    private readonly admitted: Admitted,
    private readonly socket: LiveSocket,
  ) {}

  get open(): OpenSession | undefined {
    return this.#open;
  }

  get inactivitySeconds(): number {
    return this.#open?.inactivitySeconds ?? INACTIVITY_SECONDS;
  }

  async take(message: unknown): Promise<void> {
    const type = typeOfMessage(message);
    if (this.#open !== undefined) this.go(this.#open, await parsedMessage(RunningMessage, message));
    else if (type === 'start') await this.start(await parsedMessage(StartMessage, message));
    else if (type === 'resume') await this.resume(await parsedMessage(ResumeMessage, message));
    else throw invalid('type', 'The first message is start or resume.');
  }

  leave(): void {
    if (this.#open === undefined) this.admitted.release();
    else this.live.sessions.leave(this.#open.id, this.socket);
  }

  private async start(asked: StartMessage): Promise<void> {
    const format = formatOf(asked.output_format);
    const { open, voice, estimatesMarks } = await this.live.start(this.admitted, this.socket, {
      voiceId: asked.voice_id,
      model: asked.model,
      language: asked.language,
      lexicons: asked.lexicons,
      format,
      normalizesText: asked.options?.text_normalization ?? true,
      speed: asked.speed,
      maxWaitMs: asked.max_wait_ms ?? MAX_WAIT_MS,
      inactivitySeconds: asked.inactivity_timeout ?? INACTIVITY_SECONDS,
    });
    this.#open = open;
    await this.socket.send(
      presentStarted({
        session: open.id,
        format,
        voiceId: voice.id,
        estimatesMarks,
        resumeSeconds: this.live.resumeSeconds,
      }),
    );
    open.session.outbox.attach(this.socket, 0);
  }

  private async resume({ session: id, received }: ResumeMessage): Promise<void> {
    const open = this.live.sessions.resume(id, received, this.admitted, this.socket);
    this.#open = open;
    // The session has kept its own place.
    this.admitted.release();
    const answer: ResumedMessage = { type: 'resumed', session: id, received: open.received };
    // A connection that has just broken is left; the session waits for the next one.
    await this.socket.send(answer).catch(() => undefined);
    open.session.outbox.attach(this.socket, received);
  }

  private go(open: OpenSession, { type, text, sequence }: RunningMessage): void {
    const expected = open.received + 1;
    const given = sequence ?? expected;
    if (given < expected) return; // It came before.
    if (given > expected) {
      throw invalid('sequence', `The message ${expected} is missing before ${given}.`);
    }
    if (type === 'text' && text === undefined) throw invalid('text', 'text must be a string');
    open.received = expected;
    if (type === 'text') open.session.write(text ?? '');
    else open.session[type]();
  }
}

function formatOf(id: string | undefined): AudioFormat {
  const format = id === undefined ? defaultFormatOf('mp3') : OUTPUT_FORMATS.get(id);
  if (format === undefined) throw invalid('output_format', 'Unknown format.');
  return format;
}
