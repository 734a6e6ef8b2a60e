import workletUrl from './microphone-worklet.ts?worker&url';

/** What recognisers listen at: anything more is sent in vain. */
const RATE = 16_000;

/** A microphone that is on. */
export interface Microphone {
  /** Samples a second. */
  readonly sampleRate: number;
  /** Turns it off, once or more often. */
  readonly close: () => void;
}

export interface MicrophoneListener {
  /** Mono, 16 bits. */
  readonly onSound: (pcm: Int16Array<ArrayBuffer>) => void;
  /** It was unplugged, or its use was withdrawn. */
  readonly onEnd: () => void;
}

/**
 * Turns the microphone on.
 *
 * @throws {DOMException} `NotAllowedError` where it may not be used, `NotFoundError` where there is none, `NotReadableError` where
 * another program has it @throws {TypeError} on a page without https
 */
export async function openMicrophone({ onSound, onEnd }: MicrophoneListener): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const { context, source } = connected(stream);
    await context.audioWorklet.addModule(workletUrl);
    const node = new AudioWorkletNode(context, 'pcm16', {
      ...{ numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit' },
    });
    node.port.onmessage = ({ data }) => onSound(data as Int16Array<ArrayBuffer>);
    source.connect(node);
    for (const track of stream.getTracks()) track.onended = onEnd;
    await context.resume();
    return {
      sampleRate: context.sampleRate,
      close: () => {
        node.port.onmessage = null;
        close();
        if (context.state !== 'closed') void context.close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

function connected(stream: MediaStream) {
  const context = new AudioContext({ sampleRate: RATE });
  try {
    return { context, source: context.createMediaStreamSource(stream) };
  } catch {
    // Firefox connects a microphone only at the rate of the machine.
    void context.close();
    const own = new AudioContext();
    return { context: own, source: own.createMediaStreamSource(stream) };
  }
}
