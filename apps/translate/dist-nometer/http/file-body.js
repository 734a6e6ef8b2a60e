import { MEMORY_ERRORS } from '../domain/memory-errors.js';
/**
 * Reads a body that is a file, of whatever type.
 *
 * What is too large is refused before it is read if its length is announced, else as soon as it is found out.
 *
 * @throws {Problem} `translation_memory_file_too_large`
 */ export async function readFileBody(request, maxBytes) {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw MEMORY_ERRORS.fileTooLarge();
    const chunks = [];
    let length = 0;
    // The connection is still needed for the answer when reading stops early.
    for await (const chunk of request.iterator({
        destroyOnReturn: false
    })){
        length += chunk.length;
        if (length > maxBytes) {
            request.resume();
            throw MEMORY_ERRORS.fileTooLarge();
        }
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}

//# sourceMappingURL=file-body.js.map