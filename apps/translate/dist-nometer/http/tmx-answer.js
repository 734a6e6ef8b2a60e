import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
/** Media types under which TMX documents come; the first is the one that is answered. */ export const TMX_TYPES = [
    'application/xml',
    'text/xml',
    'application/x-tmx+xml'
];
/** Streams a document as a file. A failure on the way breaks the connection, so that a part is not taken for all. */ export async function sendTmx(response, tmx) {
    response.attachment('translation-memory.tmx');
    response.type(TMX_TYPES[0]);
    await pipeline(Readable.from(tmx), response);
}

//# sourceMappingURL=tmx-answer.js.map