import type { Service } from '../service.js';
import { connectLive } from './connect-live.js';
import type { HeardMessage } from './live-messages.js';
import { LiveTranscription, type LiveState } from './live-transcription.js';
import { openMicrophone, type Microphone } from './microphone.js';

export interface RunListener {
  readonly onState: (state: LiveState) => void;
  readonly onHeard: (message: HeardMessage) => void;
  /** How loud it is, between 0 and 1. */
  readonly onLevel: (level: number) => void;
  /** Why it ended, where nobody stopped it: a `DOMException` of the microphone, or an `ApiError`. `over` follows. */
  readonly onFailure: (cause: unknown) => void;
}

const FULL_SCALE = 32_768;

/** From a press to start until all is written down: the microphone, and the connection that its sound goes over. */
export class LiveRun {
  readonly #listener: RunListener;
  #microphone: Microphone | undefined;
  #transcription: LiveTranscription | undefined;
  #samples = 0;
  #isOver = false;

  constructor(service: Service, language: string, listener: RunListener) {
    this.#listener = listener;
    void this.#start(service, language);
  }

  /** Milliseconds of sound that were taken. */
  get heardMs(): number {
    return (1000 * this.#samples) / (this.#microphone?.sampleRate ?? 1);
  }

  /** The microphone is off at once; what was said is written down to its end. */
  stop(): void {
    this.#microphone?.close();
    if (this.#transcription === undefined) this.close();
    else this.#transcription.finish();
  }

  /** At once. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#microphone?.close();
    this.#transcription?.close();
    this.#listener.onState('over');
  }

  async #start(service: Service, language: string): Promise<void> {
    const { onHeard, onState } = this.#listener;
    onState('connecting');
    try {
      const microphone = await openMicrophone({
        onSound: (pcm) => this.#hear(pcm),
        onEnd: () => this.#goSilent(),
      });
      this.#microphone = microphone;
      if (this.#isOver) {
        microphone.close();
        return;
      }
      this.#transcription = new LiveTranscription({
        ...{ language, sampleRate: microphone.sampleRate, onHeard },
        connect: (leastSeconds) => connectLive(service, leastSeconds),
        onState: (state) => (state === 'over' ? this.close() : onState(state)),
        onFailure: (cause) => this.#fail(cause),
      });
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #hear(pcm: Int16Array<ArrayBuffer>): void {
    if (this.#transcription === undefined) return;
    this.#samples += pcm.length;
    this.#transcription.hear(pcm);
    this.#listener.onLevel(
      pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / FULL_SCALE,
    );
  }

  /** The microphone is gone; what was said until then is written down to its end. */
  #goSilent(): void {
    if (this.#isOver) return;
    this.#listener.onFailure(new DOMException('', 'NotFoundError'));
    this.stop();
  }

  #fail(cause: unknown): void {
    if (this.#isOver) return;
    this.#listener.onFailure(cause);
    this.close();
  }
}
