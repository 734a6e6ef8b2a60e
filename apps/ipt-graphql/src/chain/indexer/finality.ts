import type { FinalityMarks } from './postgres-events.js';
import type { Block, LogReader } from './log-reader.js';

/**
 * Which blocks count as safe and final: those that the chain itself calls so. Of a chain that has no such names, those
 * that are deep enough: half of the depth is safe, as an epoch of two is on Ethereum (our choice).
 *
 * @see https://github.com/ethereum/execution-apis, `BlockTag`
 */
export class FinalityReader {
  /** A node that has just begun does not know the names yet: that makes no chain one without them. */
  #hasTags = false;

  constructor(
    private readonly reader: Pick<LogReader, 'block'>,
    private readonly depth: number,
  ) {}

  async marks(head: Block): Promise<FinalityMarks> {
    const [safe, finalized] = await Promise.all([
      this.reader.block('safe'),
      this.reader.block('finalized'),
    ]);
    if (safe !== undefined || finalized !== undefined) this.#hasTags = true;
    if (!this.#hasTags) return byDepth(head, this.depth);
    const mark = (block: Block | undefined) => Math.min(block?.number ?? 0, head.number);
    return { safe: Math.max(mark(safe), mark(finalized)), finalized: mark(finalized) };
  }
}

const byDepth = (head: Block, depth: number): FinalityMarks => ({
  safe: Math.max(0, head.number - Math.ceil(depth / 2)),
  finalized: Math.max(0, head.number - depth),
});
