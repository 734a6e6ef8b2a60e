declare module 'sherpa-onnx-node' {
  export interface OfflineTtsConfig {
    readonly model: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
    readonly maxNumSentences?: number;
    readonly numThreads?: number;
    readonly provider?: string;
  }
  export interface GeneratedAudio {
    /** -1 to 1. */
    readonly samples: Float32Array;
    readonly sampleRate: number;
  }
  export class OfflineTts {
    constructor(config: OfflineTtsConfig);
    readonly numSpeakers: number;
    readonly sampleRate: number;
    generateAsync(request: {
      readonly text: string;
      readonly sid: number;
      readonly speed: number;
      readonly enableExternalBuffer?: boolean;
      readonly generationConfig?: object;
      /** Answers false to stop. */
      readonly onProgress?: (info: { readonly samples: Float32Array }) => boolean;
    }): Promise<GeneratedAudio>;
  }
  export interface OnlineStream {
    acceptWaveform(audio: { readonly samples: Float32Array; readonly sampleRate: number }): void;
    inputFinished(): void;
  }
  export class SpeakerEmbeddingExtractor {
    constructor(config: {
      readonly model: string;
      readonly numThreads?: number;
      readonly provider?: string;
    });
    readonly dim: number;
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    compute(stream: OnlineStream, enableExternalBuffer?: boolean): Float32Array;
  }
  export interface OfflineStream {
    acceptWaveform(audio: { readonly samples: Float32Array; readonly sampleRate: number }): void;
  }
  export interface OfflineResult {
    readonly text: string;
    /** Such as `en` or `<|en|>`; empty where the model does not tell. */
    readonly lang?: string;
    readonly tokens?: readonly string[];
    /** When each token begins, in seconds; empty where the model does not tell. */
    readonly timestamps?: readonly number[];
    readonly durations?: readonly number[];
  }
  /** Results have the shape of `OfflineResult`. */
  export class OnlineRecognizer {
    constructor(config: object);
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    decode(stream: OnlineStream): void;
    getResult(stream: OnlineStream): OfflineResult;
  }
  export class OfflineRecognizer {
    constructor(config: object);
    createStream(): OfflineStream;
    /** For recordings that follow; of Whisper's models only. */
    setConfig(config: object): void;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): OfflineResult;
  }
  export interface SpeechSegment {
    /** Samples from the beginning, or the last `reset`. */
    readonly start: number;
    readonly samples: Float32Array;
  }
  export class Vad {
    constructor(config: object, bufferSizeInSeconds: number);
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    front(enableExternalBuffer?: boolean): SpeechSegment;
    pop(): void;
    flush(): void;
    reset(): void;
  }
  /** It is a CommonJS module whose names Node cannot see. */
  const sherpa: {
    readonly OfflineTts: typeof OfflineTts;
    readonly SpeakerEmbeddingExtractor: typeof SpeakerEmbeddingExtractor;
    readonly OfflineRecognizer: typeof OfflineRecognizer;
    readonly OnlineRecognizer: typeof OnlineRecognizer;
    readonly Vad: typeof Vad;
  };
  export default sherpa;
}
