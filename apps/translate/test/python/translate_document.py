"""Translates a file by the official client, as its documentation does."""

import json
import sys

import deepl

address, key, source, target = sys.argv[1:]
client = deepl.DeepLClient(key, server_url=address)
status = client.translate_document_from_filepath(source, target, source_lang="EN", target_lang="ES")
print(json.dumps({"status": status.status.value, "billed_characters": status.billed_characters}))
