import { invalid } from '../errors/request-errors.js';
import type { Admitted } from '../live/live-admission.js';
import { parsedMessage, typeOfMessage } from '../live/live-message.pipe.js';
import type { LiveConversation } from '../live/live-conversation.js';
import type { OpenSession } from '../live/live-sessions.js';
import type { LiveSocket } from '../live/live-socket.js';
import type { ListeningMaker } from './listening-maker.js';
import type { ListeningMessage, ListeningSession } from './listening-session.js';
import { SampleInput } from './sample-input.js';
import type {
  ListenResumedMessage,
  ListenStartedMessage,
} from './messages/listening-answers.dto.js';
import {
  ListenResumeMessage,
  ListenRunningMessage,
  ListenStartMessage,
} from './messages/listening.dto.js';

const SAMPLE_RATE = 16_000;
const INACTIVITY_SECONDS = 60;

type Open = OpenSession<ListeningSession>;

/** What comes over the connections of a session: it goes on where the last one ended. */
const inputs = new WeakMap<ListeningSession, SampleInput>();

/** A connection that speaks our own messages: `start` or `resume`, then sound. */
export class ListeningConversation implements LiveConversation {
  #open: Open | undefined;

  constructor(
    private readonly maker: ListeningMaker,
    private readonly admitted: Admitted,
    private readonly socket: LiveSocket<ListeningMessage>,
  ) {}

  get open(): Open | undefined {
    return this.#open;
  }

  get inactivitySeconds(): number {
    return this.#open?.inactivitySeconds ?? INACTIVITY_SECONDS;
  }

  async take(message: unknown): Promise<void> {
    const type = typeOfMessage(message);
    if (this.#open !== undefined)
      await this.go(this.#open, await parsedMessage(ListenRunningMessage, message));
    else if (type === 'start') await this.start(await parsedMessage(ListenStartMessage, message));
    else if (type === 'resume')
      await this.resume(await parsedMessage(ListenResumeMessage, message));
    else throw invalid('type', 'The first message is start or resume.');
  }

  async takeAudio(bytes: Buffer): Promise<void> {
    if (this.#open === undefined) throw invalid('type', 'The first message is start or resume.');
    await this.hear(this.#open, bytes);
  }

  leave(): void {
    if (this.#open === undefined) this.admitted.release();
    else this.maker.sessions.leave(this.#open.id, this.socket);
  }

  private async start(asked: ListenStartMessage): Promise<void> {
    const sampleRate = asked.sample_rate ?? SAMPLE_RATE;
    const open = await this.maker.start(this.admitted, this.socket, {
      language: asked.language,
      tellsInterim: asked.interim_results ?? true,
      endsAtPauses: true,
      inactivitySeconds: asked.inactivity_timeout ?? INACTIVITY_SECONDS,
    });
    this.#open = open;
    inputs.set(open.session, new SampleInput(sampleRate));
    const answer: ListenStartedMessage = {
      type: 'started',
      session: open.id,
      recogniser: this.maker.by,
      sample_rate: sampleRate,
      resume_seconds: this.maker.sessions.resumeSeconds,
    };
    await this.socket.send(answer);
    open.session.outbox.attach(this.socket, 0);
  }

  private async resume({ session: id, received }: ListenResumeMessage): Promise<void> {
    const open = this.maker.sessions.resume(id, received, this.admitted, this.socket);
    this.#open = open;
    // The session has kept its own place.
    this.admitted.release();
    const input = inputs.get(open.session);
    input?.dropHalfSample();
    const answer: ListenResumedMessage = {
      type: 'resumed',
      session: id,
      received_samples: input?.samples ?? 0,
    };
    // A connection that has just broken is left; the session waits for the next one.
    await this.socket.send(answer).catch(() => undefined);
    open.session.outbox.attach(this.socket, received);
  }

  private async go(open: Open, { type, audio }: ListenRunningMessage): Promise<void> {
    if (type === 'commit') open.session.commit();
    else if (type === 'end') open.session.end();
    else if (audio === undefined) throw invalid('audio', 'audio must be a string');
    else await this.hear(open, Buffer.from(audio, 'base64'));
  }

  private async hear({ session }: Open, bytes: Buffer): Promise<void> {
    const { workspace } = this.admitted.caller;
    const pieces = inputs.get(session)?.pieces(bytes, workspace, () => this.socket.isOver) ?? [];
    for await (const pcm of pieces) session.hear(pcm);
  }
}
