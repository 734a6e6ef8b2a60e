export const LIVE_PATH = '/v1/audio/live';

export const LIVE_PROTOCOL = 'sextant.speech.live';
