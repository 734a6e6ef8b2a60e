"""Hears recordings: a JSON list of WAV files on standard input, on standard output for each its words with times, and its true peak."""

import json
import math
import sys

import numpy
from faster_whisper import WhisperModel, decode_audio

RATE = 48000


def true_peak(file: str) -> float:
    """In dBTP: of the signal at four times its rate, by its spectrum."""
    samples = decode_audio(file, sampling_rate=RATE)
    factor = 4
    spectrum = numpy.fft.rfft(samples)
    finer = numpy.fft.irfft(spectrum, n=len(samples) * factor) * factor
    return 20 * math.log10(max(numpy.abs(finer).max(), 1e-9))


def main(weights: str) -> None:
    model = WhisperModel(weights, device="cpu", compute_type="int8", cpu_threads=2, local_files_only=True)
    heard = []
    for file in json.load(sys.stdin):
        segments, _ = model.transcribe(
            file,
            language="en",
            beam_size=5,
            word_timestamps=True,
            condition_on_previous_text=False,
        )
        words = [[word.word, word.start, word.end] for part in segments for word in part.words]
        heard.append({"words": words, "truePeak": true_peak(file)})
    json.dump(heard, sys.stdout)


main(sys.argv[1])
