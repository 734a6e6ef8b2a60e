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
  export class OfflineRecognizer {
    constructor(config: object);
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): { readonly text: string };
  }
  /** It is a CommonJS module whose names Node cannot see. */
  const sherpa: {
    readonly OfflineTts: typeof OfflineTts;
    readonly SpeakerEmbeddingExtractor: typeof SpeakerEmbeddingExtractor;
    readonly OfflineRecognizer: typeof OfflineRecognizer;
  };
  export default sherpa;
}
