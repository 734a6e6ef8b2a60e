"""A voice of Piper by its authors' own package, loaded and warm.

Argument: a file with {"model", "sentences", "connections"}; prints what bare-sherpa.mjs does.
"""

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from piper import PiperVoice

with open(sys.argv[1], encoding="utf8") as file:
    asked = json.load(file)
voice = PiperVoice.load(asked["model"])


def say(text):
    """Seconds of audio, and until the first of it."""
    began = time.perf_counter()
    first = None
    seconds = 0.0
    for chunk in voice.synthesize(text):
        first = first or time.perf_counter() - began
        seconds += len(chunk.audio_int16_bytes) / 2 / chunk.sample_rate
    return seconds, 1000 * (first or 0)


say("The engine is getting warm.")
used_before = time.process_time()
began = time.perf_counter()
with ThreadPoolExecutor(asked["connections"]) as callers:
    said = list(callers.map(say, asked["sentences"]))
print(
    json.dumps(
        {
            "audioSeconds": sum(seconds for seconds, _ in said),
            "seconds": time.perf_counter() - began,
            "processorSeconds": time.process_time() - used_before,
            "firstMs": [ms for _, ms in said],
        }
    )
)
