import type { Kind } from '@sextant/platform-runtime/config';

/** A voice of a server, and its language where it has one (BCP 47). */
export interface RemoteVoice {
  readonly name: string;
  readonly locale?: string | undefined;
}

/** Voices of a setting. */
export const remoteVoices: Kind<readonly RemoteVoice[]> = {
  expected: 'names separated by commas, each with its locale where it has one: af_sky:en-US',
  parse: (value) => {
    const parsed = value.split(',').map((item) => {
      const [, name, locale] =
        /^([\w.+-]{1,100})(?::([A-Za-z0-9-]{2,35}))?$/.exec(item.trim()) ?? [];
      return name === undefined ? undefined : { name, locale };
    });
    return parsed.some((voice) => voice === undefined)
      ? undefined
      : parsed.filter((voice) => voice !== undefined);
  },
};
