"""Writes Whisper's weights of CTranslate2 as the encoder and decoder that sherpa-onnx reads, with cross-attention as an output.

Arguments: a folder with model.bin and vocabulary.txt of CTranslate2, and the folder to write into.
"""

import base64
import struct
import sys
from pathlib import Path

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

TYPES = (numpy.float32, numpy.int8, numpy.int16, numpy.int32, numpy.float16)
# OpenAI's whisper/__init__.py, _ALIGNMENT_HEADS of "base": heads whose attention follows the sound.
ALIGNMENT_HEADS = {3: (1,), 4: (2, 3, 7), 5: (1, 2, 4, 6)}
HEADS, CONTEXT, MELS, STATE = 8, 448, 80, 512
EOT, SOT, FIRST_LANGUAGE, LANGUAGES = 50257, 50258, 50259, 99


def read_weights(file):
    """Format of CTranslate2's models, binary version 6: a name, its dimensions, type and bytes for each variable."""
    data = Path(file).read_bytes()
    at = 0

    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return values

    def text():
        nonlocal at
        (length,) = take("H")
        at += length
        return data[at - length : at - 1].decode()

    take("I"), text(), take("I")
    weights = {}
    for _ in range(take("I")[0]):
        name = text()
        dims = take("I" * take("B")[0])
        kind, size = take("BI")
        weights[name] = numpy.frombuffer(data, TYPES[kind], size // TYPES[kind]().itemsize, at).reshape(dims)
        at += size
    return weights


class Graph:
    """A graph of ONNX that grows by calls; weights stay in half precision in the file."""

    def __init__(self, weights):
        self.weights, self.nodes, self.constants, self.count = weights, [], {}, 0

    def op(self, kind, *inputs, outputs=1, name=None, **attributes):
        names = []
        for _ in range(outputs):
            self.count += 1
            names.append(name or f"v{self.count}")
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def const(self, value, kind=numpy.int64):
        array = numpy.asarray(value, kind)
        name = f"c_{kind.__name__}_{array.tolist()}".replace(" ", "")
        self.constants[name] = numpy_helper.from_array(array, name)
        return name

    def weight(self, name, transpose=False):
        key = name + ("^T" if transpose else "")
        if key + "/half" not in self.constants:
            array = self.weights[name].astype(numpy.float16)
            array = numpy.ascontiguousarray(array.T) if transpose else array
            self.constants[key + "/half"] = numpy_helper.from_array(array, key + "/half")
            self.nodes.append(helper.make_node("Cast", [key + "/half"], [key], to=TensorProto.FLOAT))
        return key

    def linear(self, x, name):
        return self.op("Add", self.op("MatMul", x, self.weight(f"{name}/weight", True)), self.weight(f"{name}/bias"))

    def norm(self, x, name):
        return self.op("LayerNormalization", x, self.weight(f"{name}/gamma"), self.weight(f"{name}/beta"), axis=-1)

    def gelu(self, x):
        erf = self.op("Erf", self.op("Div", x, self.const(2**0.5, numpy.float32)))
        half = self.op("Mul", x, self.const(0.5, numpy.float32))
        return self.op("Mul", half, self.op("Add", erf, self.const(1, numpy.float32)))

    def ffn(self, x, layer):
        hidden = self.gelu(self.linear(self.norm(x, f"{layer}/ffn/layer_norm"), f"{layer}/ffn/linear_0"))
        return self.op("Add", x, self.linear(hidden, f"{layer}/ffn/linear_1"))

    def slice(self, x, start, end, axis):
        return self.op("Slice", x, start, end, self.const([axis]))

    def length(self, x, axis):
        return self.op("Gather", self.op("Shape", x), self.const([axis]), axis=0)

    def heads(self, x, order):
        shaped = self.op("Reshape", x, self.const([0, -1, HEADS, STATE // HEADS]))
        return self.op("Transpose", shaped, perm=order)

    def attention(self, q, k, v, mask=None):
        """@returns the sum of the values, and who looked at what: (1, heads, of q, of k)"""
        scores = self.op("MatMul", self.heads(q, (0, 2, 1, 3)), self.heads(k, (0, 2, 3, 1)))
        scores = self.op("Mul", scores, self.const((STATE // HEADS) ** -0.5, numpy.float32))
        seen = self.op("Softmax", scores if mask is None else self.op("Add", scores, mask), axis=-1)
        mixed = self.op("Transpose", self.op("MatMul", seen, self.heads(v, (0, 2, 1, 3))), perm=(0, 2, 1, 3))
        return self.op("Reshape", mixed, self.const([0, -1, STATE])), seen

    def split(self, x, parts):
        return self.op("Split", x, outputs=parts, axis=-1, num_outputs=parts)

    def stacked(self, layers, name):
        self.op("Concat", *(self.op("Unsqueeze", each, self.const([0])) for each in layers), axis=0, name=name)

    def save(self, file, inputs, outputs, metadata):
        infos = [
            [helper.make_tensor_value_info(name, kind, dims) for name, kind, dims in sides] for sides in (inputs, outputs)
        ]
        graph = helper.make_graph(self.nodes, "whisper", *infos, initializer=list(self.constants.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
        helper.set_model_props(model, {key: str(value) for key, value in metadata.items()})
        onnx.save(model, file)


def layers_of(weights, side):
    return len([name for name in weights if name.startswith(f"{side}/layer_") and name.endswith("/ffn/linear_0/weight")])


def encoder(weights):
    g = Graph(weights)
    x = "mel"
    for conv, stride in (("conv1", 1), ("conv2", 2)):
        names = [g.weight(f"encoder/{conv}/{part}") for part in ("weight", "bias")]
        x = g.gelu(g.op("Conv", x, *names, kernel_shape=[3], pads=[1, 1], strides=[stride]))
    x = g.op("Transpose", x, perm=(0, 2, 1))
    places = g.slice(g.weight("encoder/position_encodings/encodings"), g.const([0]), g.length(x, 1), 0)
    x = g.op("Add", x, places)
    for at in range(layers_of(weights, "encoder")):
        layer = f"encoder/layer_{at}"
        own = f"{layer}/self_attention"
        q, k, v = g.split(g.linear(g.norm(x, f"{own}/layer_norm"), f"{own}/linear_0"), 3)
        x = g.ffn(g.op("Add", x, g.linear(g.attention(q, k, v)[0], f"{own}/linear_1")), layer)
    x = g.norm(x, "encoder/layer_norm")
    pairs = [
        g.split(g.linear(x, f"decoder/layer_{at}/attention/linear_1"), 2) for at in range(layers_of(weights, "decoder"))
    ]
    g.stacked([k for k, _ in pairs], "n_layer_cross_k")
    g.stacked([v for _, v in pairs], "n_layer_cross_v")
    return g


def causal_mask(g, count, end):
    """Nothing that comes later is seen."""
    zero, one = g.const(0), g.const(1)
    columns = g.op("Range", zero, g.op("Squeeze", end), one)
    rows = g.op("Range", g.op("Squeeze", "offset"), g.op("Squeeze", end), one)
    seen = g.op("LessOrEqual", columns, g.op("Unsqueeze", rows, g.const([1])))
    return g.op("Where", seen, g.const(0, numpy.float32), g.const(-1e9, numpy.float32))


def decoder(weights):
    g = Graph(weights)
    count = g.length("tokens", 1)
    end = g.op("Add", "offset", count)
    places = g.slice(g.weight("decoder/position_encodings/encodings"), "offset", end, 0)
    x = g.op("Add", g.op("Gather", g.weight("decoder/embeddings/weight"), "tokens", axis=0), places)
    mask = causal_mask(g, count, end)
    caches, looks = {"k": [], "v": []}, []
    for at in range(layers_of(weights, "decoder")):
        layer, index = f"decoder/layer_{at}", g.const(at)
        own, cross = f"{layer}/self_attention", f"{layer}/attention"
        q, *new = g.split(g.linear(g.norm(x, f"{own}/layer_norm"), f"{own}/linear_0"), 3)
        known = []
        for which, fresh in zip("kv", new):
            cache = g.op("Gather", f"in_n_layer_self_{which}_cache", index, axis=0)
            known.append(g.op("Concat", g.slice(cache, g.const([0]), "offset", 1), fresh, axis=1))
            rest = g.slice(cache, end, g.const([CONTEXT]), 1)
            caches[which].append(g.op("Concat", known[-1], rest, axis=1))
        x = g.op("Add", x, g.linear(g.attention(q, *known, mask)[0], f"{own}/linear_1"))
        q = g.linear(g.norm(x, f"{cross}/layer_norm"), f"{cross}/linear_0")
        k, v = (g.op("Gather", f"n_layer_cross_{which}", index, axis=0) for which in "kv")
        mixed, seen = g.attention(q, k, v)
        if at in ALIGNMENT_HEADS:
            looks.append(g.op("Gather", seen, g.const(ALIGNMENT_HEADS[at]), axis=1))
        x = g.ffn(g.op("Add", x, g.linear(mixed, f"{cross}/linear_2")), layer)
    x = g.norm(x, "decoder/layer_norm")
    g.op("MatMul", x, g.op("Transpose", g.weight("decoder/embeddings/weight"), perm=(1, 0)), name="logits")
    for which, layers in caches.items():
        g.stacked(layers, f"out_n_layer_self_{which}_cache")
    g.op("Concat", *looks, axis=1, name="cross_attention_weights")
    return g


def bytes_of_symbols():
    """GPT-2 writes each byte as a letter: those that are printable as themselves, the others from 256 on."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in shown]
    return {chr(byte): byte for byte in shown} | {chr(256 + at): byte for at, byte in enumerate(others)}


def metadata(vocabulary, weights):
    codes = [token.strip("<|>") for token in vocabulary[FIRST_LANGUAGE : FIRST_LANGUAGE + LANGUAGES]]
    ids = {name: vocabulary.index(f"<|{name}|>") for name in ("translate", "transcribe", "notimestamps")}
    heads = [(layer, head) for layer, all_heads in ALIGNMENT_HEADS.items() for head in all_heads]
    return {
        "model_type": "whisper-base",
        "version": 2,
        "n_mels": MELS,
        "n_audio_ctx": 1500,
        "n_text_ctx": CONTEXT,
        "n_text_state": STATE,
        "n_text_layer": layers_of(weights, "decoder"),
        "n_vocab": len(vocabulary),
        "sot": SOT,
        "eot": EOT,
        "sot_index": 0,
        "sot_sequence": f"{SOT},{FIRST_LANGUAGE},{ids['transcribe']}",
        "blank_id": vocabulary.index("\u0120"),
        "is_multilingual": 1,
        "no_speech": ids["notimestamps"] - 1,
        "no_timestamps": ids["notimestamps"],
        "transcribe": ids["transcribe"],
        "translate": ids["translate"],
        "all_language_tokens": ",".join(str(FIRST_LANGUAGE + at) for at in range(LANGUAGES)),
        "all_language_codes": ",".join(codes),
        "n_alignment_heads": len(heads),
        "alignment_heads": ",".join(f"{layer}:{head}" for layer, head in heads),
    }


def main(source, target):
    weights = read_weights(Path(source, "model.bin"))
    vocabulary = Path(source, "vocabulary.txt").read_text("utf8").split("\n")[: len(weights["decoder/embeddings/weight"])]
    number, whole = TensorProto.FLOAT, TensorProto.INT64
    layers = layers_of(weights, "decoder")
    cross = [(f"n_layer_cross_{which}", number, [layers, 1, "T", STATE]) for which in "kv"]
    caches = [(f"in_n_layer_self_{which}_cache", number, [layers, 1, CONTEXT, STATE]) for which in "kv"]
    Path(target).mkdir(parents=True, exist_ok=True)
    encoder(weights).save(
        Path(target, "base-encoder.onnx"), [("mel", number, [1, MELS, "frames"])], cross, metadata(vocabulary, weights)
    )
    decoder(weights).save(
        Path(target, "base-decoder.onnx"),
        [("tokens", whole, [1, "n"]), *caches, *cross, ("offset", whole, [1])],
        [
            ("logits", number, [1, "n", len(vocabulary)]),
            *((name.replace("in_", "out_", 1), kind, dims) for name, kind, dims in caches),
            ("cross_attention_weights", number, [1, "heads", "n", "T"]),
        ],
        {},
    )
    symbols = bytes_of_symbols()
    lines = [
        f"{base64.b64encode(bytes(symbols[letter] for letter in token)).decode()} {at}"
        for at, token in enumerate(vocabulary[:EOT])
        if token != ""
    ]
    Path(target, "base-tokens.txt").write_text("\n".join(lines) + "\n", "utf8")


main(*sys.argv[1:])
