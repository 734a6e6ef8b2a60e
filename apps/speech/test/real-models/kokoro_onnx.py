"""Makes of Kokoro's weights and styles what sherpa-onnx speaks with.

Arguments: the model, a folder with a file of styles for each voice, and the folder to write into.
"""

import json
import sys
from pathlib import Path

import numpy
import onnx

LENGTHS, STYLE = 510, 256
# hexgrad/Kokoro-82M, config.json, "vocab".
TOKENS = """$0 ;1 :2 ,3 .4 !5 ?6 —9 …10 "11 (12 )13 “14 ”15 \u030317 ʣ18 ʥ19 ʦ20 ʨ21 ᵝ22 ꭧ23 A24 I25 O31 Q33 S35 T36 W39
Y41 ᵊ42 a43 b44 c45 d46 e47 f48 h50 i51 j52 k53 l54 m55 n56 o57 p58 q59 r60 s61 t62 u63 v64 w65 x66 y67 z68 ɑ69 ɐ70 ɒ71
æ72 β75 ɔ76 ɕ77 ç78 ɖ80 ð81 ʤ82 ə83 ɚ85 ɛ86 ɜ87 ɟ90 ɡ92 ɥ99 ɨ101 ɪ102 ʝ103 ɯ110 ɰ111 ŋ112 ɳ113 ɲ114 ɴ115 ø116 ɸ118
θ119 œ120 ɹ123 ɾ125 ɻ126 ʁ128 ɽ129 ʂ130 ʃ131 ʈ132 ʧ133 ʊ135 ʋ136 ʌ138 ɣ139 ɤ140 χ142 ʎ143 ʒ147 ʔ148 ˈ156 ˌ157 ː158
ʰ162 ʲ164 ↓169 →171 ↗172 ↘173 ᵻ177"""


def main(model_file, styles, target):
    files = sorted(Path(styles).glob("*_*.bin"))
    names = [file.stem for file in files]
    Path(target).mkdir(parents=True)
    with open(Path(target, "voices.bin"), "wb") as voices:
        for file in files:
            style = numpy.fromfile(file, numpy.float32)
            if style.size != LENGTHS * STYLE:
                raise ValueError(f"{file} holds {style.size} numbers")
            voices.write(style.tobytes())
    model = onnx.load(model_file)
    metadata = {
        "model_type": "kokoro",
        "language": "English",
        "has_espeak": 1,
        "sample_rate": 24000,
        "version": 1,
        "voice": "en-us",
        "style_dim": f"{LENGTHS},1,{STYLE}",
        "n_speakers": len(names),
        "speaker_names": ",".join(names),
        "speaker2id": ",".join(f"{name}->{at}" for at, name in enumerate(names)),
        "maintainer": "k2-fsa",
    }
    onnx.helper.set_model_props(model, {key: str(value) for key, value in metadata.items()})
    onnx.save(model, Path(target, "model.onnx"))
    lines = ["  16", *(f"{each[0]} {each[1:]}" for each in TOKENS.split())]
    Path(target, "tokens.txt").write_text("\n".join(lines) + "\n", "utf8")
    # The first letter is the accent, the second who speaks.
    speakers = [
        {
            "index": at,
            "name": name,
            "gender": "female" if name[1] == "f" else "male",
            "locale": "en-GB" if name[0] == "b" else "en-US",
        }
        for at, name in enumerate(names)
    ]
    about = {"locale": "en-US", "speakers": speakers}
    Path(target, "voices.json").write_text(json.dumps(about), "utf8")


main(*sys.argv[1:])
