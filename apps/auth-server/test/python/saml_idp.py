"""An identity provider of SAML 2.0: pysaml2 behind a page with a button.

saml_idp.py PORT FOLDER OUR_METADATA SIGNED

FOLDER holds idp.key and idp.pem; idp.xml is written there, its metadata. OUR_METADATA is the address of the service provider's,
which is read with the first request. SIGNED is what is signed: assertion, response or both.
"""

import html
import json
import shutil
import sys
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAME_FORMAT_URI, NAMEID_FORMAT_PERSISTENT
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

PORT, FOLDER, OUR_METADATA, SIGNED = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
BASE = f"http://127.0.0.1:{PORT}"
PERSON = {
    "uid": f"hypatia-{SIGNED}",
    "mail": f"{SIGNED}@alexandria.example",
    "displayName": "Hypatia",
    "eduPersonEntitlement": ["urn:example:astronomers", "urn:example:everybody"],
}


def configuration(metadata):
    return {
        "entityid": f"{BASE}/idp",
        "service": {
            "idp": {
                "endpoints": {"single_sign_on_service": [(f"{BASE}/sso", BINDING_HTTP_REDIRECT)]},
                "name_id_format": [NAMEID_FORMAT_PERSISTENT],
                "want_authn_requests_signed": True,
                "policy": {
                    "default": {
                        "lifetime": {"minutes": 5},
                        "attribute_restrictions": None,
                        "name_form": NAME_FORMAT_URI,
                    }
                },
            }
        },
        "metadata": metadata,
        "key_file": str(FOLDER / "idp.key"),
        "cert_file": str(FOLDER / "idp.pem"),
        "xmlsec_binary": shutil.which("xmlsec1"),
    }


def with_partner():
    with urllib.request.urlopen(OUR_METADATA, timeout=10) as answer:
        ours = answer.read().decode()
    return Server(config=IdPConfig().load(configuration({"inline": [ours]})))


class Pages(BaseHTTPRequestHandler):
    idp = None

    def do_GET(self):
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        try:
            text, status = self.answer(query), 200
        except Exception as error:  # what is wrong is for the test to see
            text, status = html.escape(repr(error)), 500
        self.send_response(status)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def answer(self, query):
        if Pages.idp is None:
            Pages.idp = with_partner()
        relay_state = query.get("RelayState", "")
        request = Pages.idp.parse_authn_request(
            query["SAMLRequest"],
            BINDING_HTTP_REDIRECT,
            relay_state=relay_state,
            sigalg=query.get("SigAlg"),
            signature=query.get("Signature"),
        )
        arguments = Pages.idp.response_args(request.message)
        response = Pages.idp.create_authn_response(
            PERSON,
            userid="hypatia",
            authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:Password"},
            sign_assertion=SIGNED in ("assertion", "both"),
            sign_response=SIGNED in ("response", "both"),
            sign_alg=SIG_RSA_SHA256,
            digest_alg=DIGEST_SHA256,
            **arguments,
        )
        form = Pages.idp.apply_binding(
            BINDING_HTTP_POST, str(response), arguments["destination"], relay_state, response=True
        )
        return form["data"]

    def log_message(self, *_):
        pass


(FOLDER / "idp.xml").write_text(str(entity_descriptor(IdPConfig().load(configuration({})))))
server = HTTPServer(("127.0.0.1", PORT), Pages)
print(json.dumps({"url": BASE}), flush=True)
server.serve_forever()
