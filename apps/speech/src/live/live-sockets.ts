import { LIVE_PROTOCOL } from './live-path.js';

/** 20,000 characters in JSON's longest spelling, and what is beside them. */
const MAX_FRAME_BYTES = 256 * 1024;

/** Options of `ws` for live speech, whichever the dialect. */
export const LIVE_SOCKETS = {
  ignoreCase: true,
  maxPayload: MAX_FRAME_BYTES,
  perMessageDeflate: false,
  autoPong: false,
  // Clients that offer protocols get one of them, or browsers hang up; a token is none.
  handleProtocols: (offered: ReadonlySet<string>): string | false =>
    [LIVE_PROTOCOL, 'realtime'].find((protocol) => offered.has(protocol)) ?? false,
};
