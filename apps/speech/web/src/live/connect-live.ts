import { ApiError } from '@sextant/web/api';
import type { Service } from '../service.js';
import type { LiveConnection } from './live-transcription.js';

const PATH = '/v1/audio/transcriptions/live';
const PROTOCOL = 'sextant.speech.live';

/** @throws {ApiError} where nobody is signed in any more */
export async function connectLive(
  { lastingToken }: Service,
  leastSeconds: number,
): Promise<LiveConnection> {
  const credentials = await lastingToken(leastSeconds);
  if (credentials === undefined) {
    throw new ApiError({ status: 401, code: 'unauthorized', message: 'You are signed out.' });
  }
  const { token, seconds } = credentials;
  const url = new URL(PATH, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return { socket: new WebSocket(url, [PROTOCOL, `bearer.${token}`]), seconds };
}
