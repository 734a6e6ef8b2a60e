"""Hears recordings: a JSON list of WAV files and the second at which each falls silent on standard input, on standard output for each
its words with times, and its true peak."""

import json
import math
import sys

import numpy
from faster_whisper import WhisperModel, decode_audio

RATE = 48000
# Pieces whose spectra stay in the processor's cache; at their edges the finer signal is not that of the whole.
PIECE = 32768
EDGE = 1024
# Five take twice the time, and hear hardly more.
BEAMS = 1


def true_peak(file: str) -> float:
    """In dBTP: of the signal at four times its rate, by its spectrum."""
    samples = numpy.pad(decode_audio(file, sampling_rate=RATE), (EDGE, PIECE))
    factor = 4
    peak = 1e-9
    for at in range(0, len(samples) - PIECE + 1, PIECE - 2 * EDGE):
        spectrum = numpy.fft.rfft(samples[at : at + PIECE])
        finer = numpy.fft.irfft(spectrum, n=PIECE * factor) * factor
        peak = max(peak, numpy.abs(finer[EDGE * factor : -EDGE * factor]).max())
    return 20 * math.log10(peak)


def words_of(model: WhisperModel, file: str, silent_from: float) -> list:
    segments, _ = model.transcribe(
        file,
        language="en",
        beam_size=BEAMS,
        word_timestamps=True,
        condition_on_previous_text=False,
        # Those of segments are hardly ever the end of a recording, and Whisper then listens to its last seconds once more.
        without_timestamps=True,
    )
    words = []
    # Segments are computed as they are asked for: after the last word Whisper would look at the silence once more.
    for segment in segments:
        words += [[word.word, word.start, word.end] for word in segment.words]
        if words and words[-1][2] > silent_from - 0.5:
            break
    return words


def main(weights: str) -> None:
    # More threads wait for each other by spinning.
    model = WhisperModel(weights, device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True)
    heard = [
        {"words": words_of(model, recording["file"], recording["silentFrom"]), "truePeak": true_peak(recording["file"])}
        for recording in json.load(sys.stdin)
    ]
    json.dump(heard, sys.stdout)


main(sys.argv[1])
