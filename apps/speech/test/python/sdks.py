"""Calls every method of the SDKs, and writes what they gave as JSON. Reading an SDK takes longer than calling it."""

import json
import sys


def speechify_client(url, key):
    from speechify import Speechify

    return Speechify(token=key, base_url=url, max_retries=0)


def speechify(url, key):
    client = speechify_client(url, key)
    models = client.models.list()
    challenge = client.voices.consent_challenges.create(full_name="Ada Lovelace")
    spoken = client.audio.speech(input="Hello there.", voice_id="george")
    stream = b"".join(
        client.audio.stream(accept="audio/mpeg", input="Hello there.", voice_id="george")
    )
    events = list(client.audio.stream_with_timestamps(input="Hello there.", voice_id="george"))
    voices = [voice.id for voice in client.voices.list()]
    return {
        "models": [[model.id, model.curated_voices] for model in models.models],
        "phrase": challenge.phrase,
        "billed": spoken.billable_characters_count,
        "sentence": spoken.speech_marks.value,
        "bytes": len(stream),
        "events": [event.type for event in events],
        "voices": voices,
        "george": client.voices.get("george").display_name,
    }


def clone(url, key, folder, challenge_id):
    client = speechify_client(url, key)
    with open(f"{folder}/sample.wav", "rb") as sample, open(f"{folder}/consent.wav", "rb") as said:
        made = client.voices.create(
            name="Ada",
            gender="female",
            sample=("sample.wav", sample, "audio/wav"),
            consent_challenge_id=challenge_id,
            consent_recording=("consent.wav", said, "audio/wav"),
        )
    sample = b"".join(client.voices.download_sample(made.id))
    client.voices.delete(made.id)
    left = [voice.id for voice in client.voices.list()]
    return {"made": made.display_name, "sample": len(sample), "left": made.id in left}


def openai(url, key):
    from openai import OpenAI

    client = OpenAI(api_key=key, base_url=f"{url}/v1", max_retries=0)
    ask = {"model": "tts-1", "voice": "alloy", "input": "Hello there.", "response_format": "wav"}
    whole = client.audio.speech.create(**ask).read()
    with client.audio.speech.with_streaming_response.create(**ask) as answer:
        streamed = b"".join(answer.iter_bytes())
    return {"whole": whole[:4].decode(), "streamed": streamed[:4].decode()}


def elevenlabs(url, key):
    from elevenlabs.client import ElevenLabs
    from elevenlabs.core.api_error import ApiError

    service = ElevenLabs(api_key=key, base_url=url)
    client = service.text_to_speech
    # The SDK knows only TLS, which a test server does not speak.
    client._ws_base_url = url.replace("http", "ws", 1)
    text = iter(["It was ", "a dark ", "and stormy night; ", "the rain fell ", "in torrents."])
    spoken = b"".join(client.convert_realtime("george", text=text, output_format="pcm_24000"))
    try:
        b"".join(client.convert_realtime("nobody", text=iter(["Hello."]), output_format="pcm_24000"))
        refused = ""
    except ApiError as error:
        refused = str(error.body)
    found = service.voices.search(search="george", page_size=5)
    turns = [{"text": "Hello.", "voice_id": "george"}, {"text": "Hi!", "voice_id": "carly"}]
    dialogue = b"".join(service.text_to_dialogue.convert(inputs=turns, output_format="pcm_24000"))
    rule = {"type": "alias", "string_to_replace": "SQL", "alias": "sequel"}
    made = service.pronunciation_dictionaries.create_from_rules(name="mine", rules=[rule])
    return {
        "seconds": len(spoken) / 48_000,
        "refused": refused,
        "found": [voice.voice_id for voice in found.voices],
        "dialogue": len(dialogue) / 48_000,
        "rules": service.pronunciation_dictionaries.get(made.id).latest_version_rules_num,
    }


if __name__ == "__main__":
    url, key, *cloned = sys.argv[1:]
    if cloned:
        found = {"cloned": clone(url, key, *cloned)}
    else:
        found = {
            "speechify": speechify(url, key),
            "openai": openai(url, key),
            "elevenlabs": elevenlabs(url, key),
        }
    json.dump(found, sys.stdout)
