"""Speaks sentences with a voice of Piper, and tells when each word begins: by the durations that the model itself decides on.

Argument: the model. On standard input a JSON list of texts; on standard output for each `{"text", "rate", "samples", "starts"}`:
samples of 16 bits in Base64, and seconds, one for each word that espeak-ng reads.
"""

import base64
import json
import sys

import numpy
import onnx
import onnxruntime
from piper import PiperVoice


def session_with_durations(file):
    """Whole frames of each phoneme are what the graph rounds up; they are made an output of it."""
    model = onnx.load(file)
    (ceil,) = (node for node in model.graph.node if node.op_type == "Ceil")
    model.graph.output.append(onnx.helper.make_tensor_value_info(ceil.output[0], onnx.TensorProto.FLOAT, None))
    return onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])


def main(file):
    voice = PiperVoice.load(file)
    session = session_with_durations(file)
    said = []
    for text in json.load(sys.stdin):
        # One sentence at a time; what a text has more of is left out.
        phonemes = voice.phonemize(text)[0]
        ids = voice.phonemes_to_ids(phonemes)
        audio, frames = session.run(
            None,
            {
                "input": numpy.array([ids], numpy.int64),
                "input_lengths": numpy.array([len(ids)], numpy.int64),
                "scales": numpy.array([0.667, 1.0, 0.8], numpy.float32),
            },
        )
        audio, frames = audio.squeeze(), frames.squeeze()
        begins = numpy.concatenate([[0], numpy.cumsum(frames)]) * (len(audio) / frames.sum()) / voice.config.sample_rate
        space = voice.config.phoneme_id_map[" "][0]
        # The first word begins behind the sign of the beginning, the others behind a space; padding belongs to what is before it.
        first = 2
        starts = [first, *(at + 2 for at, phoneme in enumerate(ids) if phoneme == space)]
        pcm = numpy.clip(audio * 32767, -32768, 32767).astype("<i2")
        said.append(
            {
                "text": text,
                "rate": voice.config.sample_rate,
                "samples": base64.b64encode(pcm.tobytes()).decode(),
                "starts": [float(begins[at]) for at in starts],
            }
        )
    json.dump(said, sys.stdout)


main(sys.argv[1])
