"""Each call of libretranslatepy, as its documentation makes it; prints what it got."""

import json
import sys
from urllib.error import HTTPError

from libretranslatepy import LibreTranslateAPI

address, key = sys.argv[1:]
client = LibreTranslateAPI(address, api_key=key)


def refused(call):
    try:
        call()
    except HTTPError as error:
        return [error.code, json.loads(error.read().decode())["error"]]


print(
    json.dumps(
        {
            "translated": client.translate("The house is big.", "en", "es"),
            "automatic": client.translate("The house is big. It is raining.", "auto", "es"),
            "placeholders": client.translate("Hello {name}, 100 %s & more", "en", "es"),
            "detected": client.detect("Ayer fuimos a la casa de mi hermana")[0],
            "languages": client.languages(),
            "unsupported": refused(lambda: client.translate("The house", "en", "xx")),
            "stranger": refused(lambda: LibreTranslateAPI(address).translate("The house")),
            "wrong": refused(
                lambda: LibreTranslateAPI(address, api_key="no").translate("The house")
            ),
        }
    )
)
