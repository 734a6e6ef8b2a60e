import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const CACHE = 'past_key_values.';

/**
 * The sessions of a model, fed token by token with what is known to come: no search, no rows that end. The ceiling of what
 * anything on top of them can reach.
 *
 * @param known.sources tokens of the texts, all of one length
 * @param known.answers their translations, which begin with the token that starts every one
 */
export async function bareSequence(folder, { sources, answers }) {
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, executionProviders: ['cpu'] };
  const open = (name) => InferenceSession.create(join(folder, 'onnx', `${name}.onnx`), options);
  const [encoder, decoder] = await Promise.all([
    open('encoder_model'),
    open('decoder_model_merged'),
  ]);
  const rows = sources.length;
  const width = sources[0].tokens.length;
  const longest = Math.max(...answers.map(({ length }) => length));
  const ids = integers(
    sources.flatMap(({ tokens }) => tokens),
    [rows, width],
  );
  const mask = integers(new Array(rows * width).fill(1), [rows, width]);
  const run = async () => {
    const { last_hidden_state: hidden } = await encoder.run({
      input_ids: ids,
      attention_mask: mask,
    });
    let caches = emptyCaches(decoder, rows);
    for (let at = 0; at < longest - 1; at += 1) {
      const outputs = await decoder.run({
        input_ids: integers(
          answers.map((answer) => answer[at] ?? answer.at(-1)),
          [rows, 1],
        ),
        encoder_hidden_states: hidden,
        encoder_attention_mask: mask,
        use_cache_branch: new Tensor('bool', [at > 0], [1]),
        ...caches,
      });
      caches = Object.fromEntries(
        Object.entries(caches).map(([name, cache]) => [
          name,
          at > 0 && name.includes('.encoder.') ? cache : outputs[name.replace(CACHE, 'present.')],
        ]),
      );
    }
  };
  return { run };
}

const integers = (values, dims) => new Tensor('int64', BigInt64Array.from(values, BigInt), dims);

const emptyCaches = (decoder, rows) =>
  Object.fromEntries(
    decoder.inputMetadata
      .filter(({ name }) => name.startsWith(CACHE))
      .map(({ name, shape }) => [
        name,
        new Tensor('float32', new Float32Array(0), [rows, Number(shape[1]), 0, Number(shape[3])]),
      ]),
  );
