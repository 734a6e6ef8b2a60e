"""Each call of the quick start of deepl-python, as its documentation makes it; prints what it got."""

import json
import sys

import deepl
from deepl.api_data import MultilingualGlossaryDictionaryEntries

address, key = sys.argv[1:]
client = deepl.DeepLClient(key, server_url=address)


def languages(found):
    return [[one.code, getattr(one, "supports_formality", None)] for one in found]


found = {
    "sources": languages(client.get_source_languages()),
    "targets": languages(client.get_target_languages()),
    "pairs": [[pair.source_lang, pair.target_lang] for pair in client.get_glossary_languages()],
}
one = client.translate_text("The house is big.", target_lang="ES")
found["one"] = [one.text, one.detected_source_lang, one.billed_characters]
many = client.translate_text(["The house", "The garden"], source_lang="EN", target_lang="ES")
found["many"] = [each.text for each in many]
tagged = client.translate_text("The <b>red</b> house.", target_lang="ES", tag_handling="xml")
found["tagged"] = tagged.text

glossary = client.create_glossary("Schools", "EN", "ES", {"dog": "can"})
used = client.translate_text("The dog eats.", source_lang="EN", target_lang="ES", glossary=glossary)
found["glossary"] = {
    "text": used.text,
    "entries": client.get_glossary_entries(glossary),
    "listed": glossary.glossary_id in [each.glossary_id for each in client.list_glossaries()],
}
client.delete_glossary(glossary)

dictionary = MultilingualGlossaryDictionaryEntries("EN", "ES", {"dog": "can"})
several = client.create_multilingual_glossary("Schools", [dictionary])
entries = client.get_multilingual_glossary_entries(several, "EN", "ES")
found["multilingual"] = {
    "entries": entries.dictionaries[0].entries,
    "listed": several.glossary_id
    in [each.glossary_id for each in client.list_multilingual_glossaries()],
}
client.delete_multilingual_glossary(several)

usage = client.get_usage()
found["usage"] = [usage.character.valid, usage.any_limit_reached]
try:
    client.translate_text("The house", target_lang="XX")
except deepl.DeepLException as error:
    found["refused"] = [type(error).__name__, str(error)]
try:
    deepl.DeepLClient("wrong:fx", server_url=address).get_usage()
except deepl.AuthorizationException as error:
    found["unauthorized"] = type(error).__name__
print(json.dumps(found))
