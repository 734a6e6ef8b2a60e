export const LISTENING_PATH = '/v1/audio/transcriptions/live';
