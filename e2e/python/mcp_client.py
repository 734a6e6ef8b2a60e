"""A client of the Model Context Protocol, by the official SDK.

mcp_client.py ADDRESS CALLBACK

Posts a sentence to ADDRESS, as somebody who signs in. Prints the address at which to sign in, reads the address that the
browser was sent back to, and prints the statuses of what it has asked: at first, after the sign-in, and with tokens refreshed.
"""

import asyncio
import json
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider, TokenStorage
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

ADDRESS, CALLBACK = sys.argv[1], sys.argv[2]
HELLO = {"input": "Hello.", "voice_id": "george"}


class Memory(TokenStorage):
    def __init__(self):
        self.tokens = None
        self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def show(address):
    print(address, flush=True)


async def answer():
    back = await asyncio.to_thread(sys.stdin.readline)
    found = {name: values[0] for name, values in parse_qs(urlsplit(back.strip()).query).items()}
    return AuthorizationCodeResult(
        code=found["code"], state=found.get("state"), iss=found.get("iss")
    )


async def main():
    metadata = OAuthClientMetadata(
        client_name="An agent in Python",
        redirect_uris=[CALLBACK],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
        token_endpoint_auth_method="none",
    )
    provider = OAuthClientProvider(ADDRESS, metadata, Memory(), show, answer)
    async with httpx2.AsyncClient(timeout=60) as nobody:
        refused = await nobody.post(ADDRESS, json=HELLO)
    async with httpx2.AsyncClient(auth=provider, timeout=60) as person:
        spoken = await person.post(ADDRESS, json=HELLO)
        first = provider.context.current_tokens
        provider.context.token_expiry_time = 1
        again = await person.post(ADDRESS, json=HELLO)
        second = provider.context.current_tokens
    print(
        json.dumps(
            {
                "statuses": [refused.status_code, spoken.status_code, again.status_code],
                "isRefreshed": first.access_token != second.access_token,
                "scope": first.scope,
            }
        ),
        flush=True,
    )


asyncio.run(main())
