import { InferenceSession, Tensor } from 'onnxruntime-node';

/** The likeliest tokens of each row, best first, one row after the other. */
export interface Candidates {
  readonly perRow: number;
  readonly tokens: ArrayLike<bigint | number>;
  /** Log-probabilities; where one a row is asked for, anything that grows with them. */
  readonly scores: Float32Array;
}

/** `TopK(LogSoftmax(logits), count)` in ONNX, opset 13: test/fixtures/candidates.py makes it. */
const GRAPH = [
  'CAg6qQIKNwoGbG9naXRzEgtsaWtlbGlob29kcyIKTG9nU29mdG1heCoUCgRheGlzGP///////////wGgAQIKXwoLbGlrZWxpaG9v',
  'ZHMKBWNvdW50EgZzY29yZXMSBnRva2VucyIEVG9wSyoUCgRheGlzGP///////////wGgAQIqDgoHbGFyZ2VzdBgBoAECKg0KBnNv',
  'cnRlZBgBoAECEgpjYW5kaWRhdGVzWiYKBmxvZ2l0cxIcChoIARIWCgYSBHJvd3MKDBIKdm9jYWJ1bGFyeVoTCgVjb3VudBIKCggI',
  'BxIECgIIAWIhCgZzY29yZXMSFwoVCAESEQoGEgRyb3dzCgcSBWNvdW50YiEKBnRva2VucxIXChUIBxIRCgYSBHJvd3MKBxIFY291',
  'bnRCBAoAEA0=',
].join('');

/**
 * Finds candidates in the logits of a step. Of a vocabulary of 60,000, their exponents are most of what is not the model's:
 * the runtime computes them many at a time.
 */
export class CandidateFinder {
  private constructor(private readonly session: InferenceSession) {}

  static async load(options: InferenceSession.SessionOptions): Promise<CandidateFinder> {
    return new CandidateFinder(
      await InferenceSession.create(Buffer.from(GRAPH, 'base64'), options),
    );
  }

  /**
   * @param logits of each row, one after the other
   * @param perRow at most the tokens that there are
   */
  async find(logits: Float32Array, rows: number, perRow: number): Promise<Candidates> {
    const size = logits.length / rows;
    if (perRow === 1) return likeliest(logits, size);
    const count = Math.min(perRow, size);
    const { scores, tokens } = await this.session.run({
      logits: new Tensor('float32', logits, [rows, size]),
      count: new Tensor('int64', [BigInt(count)], [1]),
    });
    return {
      perRow: count,
      tokens: tokens?.data as BigInt64Array,
      scores: scores?.data as Float32Array,
    };
  }
}

/** By places: going through them by an iterator takes six times as long. */
function likeliest(logits: Float32Array, size: number): Candidates {
  const rows = logits.length / size;
  const [tokens, scores] = [new Int32Array(rows), new Float32Array(rows)];
  for (let row = 0; row < rows; row += 1) {
    const first = row * size;
    let best = Number.NEGATIVE_INFINITY;
    for (let at = first; at < first + size; at += 1) {
      const value = logits[at] ?? 0;
      if (value <= best) continue;
      best = value;
      tokens[row] = at - first;
    }
    scores[row] = best;
  }
  return { perRow: 1, tokens, scores };
}
