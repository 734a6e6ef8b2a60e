declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakEvent {
    readonly type: string;
    readonly id: string | number | undefined;
    /** Milliseconds from the beginning of the utterance. */
    readonly audio_position: number;
  }
  interface EspeakWorker {
    /** 0, or another number for an unknown voice. */
    set_voice(name: string): number;
    set_rate(wordsPerMinute: number): void;
    set_pitch(pitch: number): void;
    /** Blocks until all is said or the callback answers true. */
    synthesize(
      ssml: string,
      callback: (pcm: Int16Array | null, events: readonly EspeakEvent[]) => boolean,
    ): void;
    list_voices(): readonly {
      readonly name: string;
      readonly identifier: string;
      readonly languages: readonly { readonly name: string }[];
    }[];
  }
  interface EspeakModule {
    readonly HEAPU8: Uint8Array;
    readonly FS: {
      writeFile(path: string, content: string): void;
      readFile(path: string): Uint8Array;
      readdir(path: string): string[];
      stat(path: string): { readonly mode: number };
      isDir(mode: number): boolean;
    };
    readonly eSpeakNGWorker: new () => EspeakWorker;
  }
  export default function createEspeak(options: object): Promise<EspeakModule>;
}
