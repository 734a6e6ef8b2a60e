import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { CandidateFinder, type Candidates } from './candidates.js';
import { precisionIn } from './model-precision.js';
import { BeamSearch, type NextRow, type SearchOptions } from './beam-search.js';

/** The part of `generation_config.json` that is read. */
interface GenerationConfig {
  readonly decoder_start_token_id: number;
  readonly eos_token_id: number;
  readonly pad_token_id: number;
  readonly bad_words_ids?: readonly (readonly number[])[];
  readonly max_length?: number;
  readonly num_beams?: number;
  readonly forced_eos_token_id?: number | null;
  readonly length_penalty?: number;
  readonly early_stopping?: boolean | 'never';
}

/** A text to be translated, as the model's tokens. */
export interface Source {
  readonly tokens: readonly number[];
  readonly forcedFirst?: number | undefined;
  readonly beams?: number | undefined;
  /** As `BeamSearch.answer` takes it. */
  readonly rank?: number | undefined;
}

/** A text on its way through the model. */
interface Work {
  readonly search: BeamSearch;
  /** Its place among the sources. */
  readonly at: number;
}

type Tensors = Readonly<Record<string, Tensor>>;

const CACHE = 'past_key_values.';
const ENCODER_CACHE = '.encoder.';
/** A translation that grows beyond this has lost its way. */
const lengthFor = (tokens: number): number => 3 * tokens + 24;

/**
 * A model of the kind "sequence to sequence" (Marian, M2M-100, NLLB) in the ONNX form in which they are published: an
 * encoder, and a decoder that keeps what it has computed of earlier tokens.
 *
 * @see https://huggingface.co/docs/optimum-onnx (decoder_model_merged)
 */
export class SequenceModel {
  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
    private readonly finder: CandidateFinder,
    readonly config: GenerationConfig,
  ) {}

  /** @param threads processor cores that one computation uses */
  static async load(folder: string, threads: number): Promise<SequenceModel> {
    const options: InferenceSession.SessionOptions = {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionProviders: ['cpu'],
    };
    const suffix = precisionIn(folder);
    const open = (name: string) =>
      InferenceSession.create(join(folder, 'onnx', `${name}${suffix}.onnx`), options);
    const [encoder, decoder, finder] = await Promise.all([
      open('encoder_model'),
      open('decoder_model_merged'),
      CandidateFinder.load(options),
    ]);
    const file = join(folder, 'generation_config.json');
    const config = JSON.parse(readFileSync(file, 'utf8')) as GenerationConfig;
    return new SequenceModel(encoder, decoder, finder, config);
  }

  /** Most tokens that a text may have with what is put around them. */
  get maxSource(): number {
    return (this.config.max_length ?? 512) - 8;
  }

  /** @returns the tokens of the translations, in the order of the sources */
  async translate(sources: readonly Source[]): Promise<readonly (readonly number[])[]> {
    const mask = this.#mask(sources);
    const { last_hidden_state: hidden } = await this.encoder.run({
      input_ids: this.#ids(sources),
      attention_mask: mask,
    });
    if (hidden === undefined) throw new Error('the encoder has no last_hidden_state');
    const answers: (readonly number[])[] = sources.map(() => []);
    let works = sources.map((source, at): Work => {
      const search = new BeamSearch(this.config.decoder_start_token_id, this.#options(source));
      return { search, at };
    });
    let state: State = { hidden, mask, caches: this.#emptyCaches(sources.length) };
    let tokens = sources.map(() => this.config.decoder_start_token_id);
    let isFirst = true;
    while (works.length > 0) {
      const step = await this.#step(tokens, state, isFirst);
      const next = advance(works, await this.#candidates(works, step.logits));
      for (const { search, at } of works)
        if (search.isOver) answers[at] = search.answer(sources[at]?.rank);
      works = works.filter(({ search }) => !search.isOver);
      tokens = next.map(({ token }) => token);
      state = gathered(
        { ...state, caches: step.caches },
        next.map(({ from }) => from),
      );
      isFirst = false;
    }
    return answers;
  }

  #options({ tokens, forcedFirst, beams }: Source): SearchOptions {
    const { config } = this;
    return {
      beams: beams ?? config.num_beams ?? 1,
      maxLength: Math.min(config.max_length ?? 512, lengthFor(tokens.length)),
      end: config.eos_token_id,
      forcedFirst,
      forcedLast: config.forced_eos_token_id ?? undefined,
      lengthPenalty: config.length_penalty ?? 1,
      stopsEarly: config.early_stopping === true,
    };
  }

  /** Of every row that the searches have, as many as the one that asks for most. */
  async #candidates(works: readonly Work[], tensor: Tensor): Promise<Candidates> {
    const logits = inFullPrecision(tensor);
    const rows = works.reduce((sum, { search }) => sum + search.rows, 0);
    const size = logits.length / rows;
    for (const [banned = 0, ...others] of this.config.bad_words_ids ?? []) {
      if (others.length > 0) continue;
      for (let at = banned; at < logits.length; at += size) logits[at] = Number.NEGATIVE_INFINITY;
    }
    const perRow = Math.max(...works.map(({ search }) => search.perRow));
    return await this.finder.find(logits, rows, perRow);
  }

  async #step(
    tokens: readonly number[],
    { hidden, mask, caches }: State,
    isFirst: boolean,
  ): Promise<{ logits: Tensor; caches: Tensors }> {
    const outputs: Readonly<Record<string, Tensor | undefined>> = await this.decoder.run({
      input_ids: integers(tokens, [tokens.length, 1]),
      encoder_hidden_states: hidden,
      encoder_attention_mask: mask,
      use_cache_branch: new Tensor('bool', [!isFirst], [1]),
      ...caches,
    });
    const { logits } = outputs;
    if (logits === undefined) throw new Error('the decoder has no logits');
    const present = Object.keys(caches).map((name) => {
      // What attends to the source is computed once; later steps leave it empty.
      const isKept = !isFirst && name.includes(ENCODER_CACHE);
      const tensor = isKept ? caches[name] : outputs[name.replace(CACHE, 'present.')];
      if (tensor === undefined) throw new Error(`the decoder has no ${name}`);
      return [name, tensor] as const;
    });
    return { logits, caches: Object.fromEntries(present) };
  }

  #emptyCaches(rows: number): Tensors {
    const inputs = this.decoder.inputMetadata.filter(({ name }) => name.startsWith(CACHE));
    return Object.fromEntries(
      inputs.map((input) => {
        const [, heads, , size] = input.isTensor ? input.shape : [];
        const dims = [rows, Number(heads), 0, Number(size)];
        const type = input.isTensor && input.type === 'float16' ? 'float16' : 'float32';
        return [input.name, new Tensor(type, [], dims)];
      }),
    );
  }

  #ids(sources: readonly Source[]): Tensor {
    const width = widthOf(sources);
    const pad = this.config.pad_token_id;
    const padded = sources.map(({ tokens }) => [...tokens, ...rest(width, tokens, pad)]);
    return integers(padded.flat(), [sources.length, width]);
  }

  #mask(sources: readonly Source[]): Tensor {
    const width = widthOf(sources);
    const masks = sources.map(({ tokens }) => [...tokens.map(() => 1), ...rest(width, tokens, 0)]);
    return integers(masks.flat(), [sources.length, width]);
  }
}

/** What belongs to each row of the batch. */
interface State {
  readonly hidden: Tensor;
  readonly mask: Tensor;
  readonly caches: Tensors;
}

/** Gives each search what was found in its rows. @returns the rows of the next step, as rows of this one */
function advance(works: readonly Work[], found: Candidates): readonly NextRow[] {
  let first = 0;
  return works.flatMap(({ search }) => {
    const offset = first;
    first += search.rows;
    return search.take(found, offset).map(({ from, token }) => ({ from: offset + from, token }));
  });
}

function gathered({ hidden, mask, caches }: State, rows: readonly number[]): State {
  const isSame = rows.length === hidden.dims[0] && rows.every((row, at) => row === at);
  if (isSame) return { hidden, mask, caches };
  const entries = Object.entries(caches).map(([name, tensor]) => [name, rowsOf(tensor, rows)]);
  return {
    hidden: rowsOf(hidden, rows),
    mask: rowsOf(mask, rows),
    caches: Object.fromEntries(entries) as Tensors,
  };
}

/** A tensor of these rows of another one. */
function rowsOf({ data, dims, type }: Tensor, rows: readonly number[]): Tensor {
  const size = dims.slice(1).reduce((product, dim) => product * dim, 1);
  const shape = [rows.length, ...dims.slice(1)];
  // Numbers of 64, 32 or 16 bits: each row is copied as it is.
  const from = data as Float32Array;
  const Numbers = from.constructor as new (length: number) => Float32Array;
  const copy = new Numbers(rows.length * size);
  rows.forEach((row, at) => copy.set(from.subarray(row * size, (row + 1) * size), at * size));
  return new Tensor(type as 'float32', copy, shape);
}

/** Logits of a model of 16 bits, in 32. */
const inFullPrecision = ({ type, data }: Tensor): Float32Array =>
  type === 'float16' ? Float32Array.from(data as ArrayLike<number>) : (data as Float32Array);

const integers = (values: readonly number[], dims: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(values, BigInt), dims);

const widthOf = (sources: readonly Source[]): number =>
  Math.max(...sources.map(({ tokens }) => tokens.length));

const rest = (width: number, tokens: readonly number[], value: number): number[] =>
  Array.from({ length: width - tokens.length }, () => value);
