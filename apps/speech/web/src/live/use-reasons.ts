import { ApiError } from '@sextant/web/api';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';

/** What people read where a live transcription fails: what happened, and what to do. */
export function useReasons(service: Service): (cause: unknown) => Promise<Error> {
  const text = useText();
  const ofMicrophone: Readonly<Record<string, string>> = {
    NotAllowedError: text('live.microphone.refused'),
    NotFoundError: text('live.microphone.none'),
    NotReadableError: text('live.microphone.taken'),
    // Without https there is no `mediaDevices`.
    TypeError: text('live.microphone.insecure'),
  };
  const ofCode: Readonly<Record<string, string>> = {
    connection_lost: text('live.lost'),
    going_away: text('live.lost'),
    inactive: text('live.silent'),
    live_session_not_found: text('live.lost'),
    live_session_forgotten: text('live.lost'),
    live_share_reached: text('live.full'),
    live_sessions_full: text('live.full'),
    refused: text('live.full'),
    too_slow: text('live.slow'),
    transcription_unavailable: text('live.unavailable'),
    unreachable: text('live.unreachable'),
  };
  return async (cause) => {
    if (!(cause instanceof ApiError)) {
      const { name, message } = cause as Error;
      return new Error(ofMicrophone[name] ?? message, { cause });
    }
    const found = cause.code === 'refused' ? await refusalOf(service) : undefined;
    return found ?? new Error(ofCode[cause.code] ?? cause.message, { cause });
  };
}

/** A browser keeps the answer to a refused handshake to itself: another request tells whether the service is there at all. */
async function refusalOf({ api }: Service): Promise<Error | undefined> {
  try {
    await api('/audio/models', { maxAttempts: 1 });
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
