import type { Request } from 'express';
import type { StorageEngine } from 'multer';

const FIRST_BYTES = 64 * 1024;

/**
 * Keeps each file in one stretch of memory, into which it is written as it comes: pieces that are joined at the end would
 * be there twice.
 */
export class StretchStorage implements StorageEngine {
  /** @param mostBytes of a file; whoever reads the form refuses larger ones */
  constructor(private readonly mostBytes: number) {}

  _handleFile(
    request: Request,
    { stream }: Express.Multer.File,
    done: (error?: unknown, info?: Partial<Express.Multer.File>) => void,
  ): void {
    // Memory that nothing is written into takes none: a length that is a lie costs nothing.
    const said = Number(request.headers['content-length'] ?? FIRST_BYTES);
    let memory: Buffer = Buffer.allocUnsafeSlow(Math.min(said, this.mostBytes));
    let size = 0;
    stream.on('data', (piece: Buffer) => {
      memory = withRoom(memory, { size, wanted: size + piece.length });
      size += piece.copy(memory, size);
    });
    stream.once('error', done);
    stream.once('end', () => done(undefined, { buffer: memory.subarray(0, size), size }));
  }

  _removeFile(_request: Request, _file: Express.Multer.File, done: (error: null) => void): void {
    done(null);
  }
}

function withRoom(memory: Buffer, { size, wanted }: { size: number; wanted: number }): Buffer {
  if (wanted <= memory.length) return memory;
  const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * memory.length));
  memory.copy(larger, 0, 0, size);
  return larger;
}
