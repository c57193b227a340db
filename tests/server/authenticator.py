"""A device that holds passkeys, made of software: it answers challenges as a real one would."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, SURE, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    """Bytes as browsers write them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Device:
    """One passkey, and how often it was used; `sure` is whether it asks for a finger or a PIN."""

    origin: str = "http://localhost:8095"
    domain: str = "localhost"
    sure: bool = True
    uses: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a challenge for a new passkey, without anybody's word for the device."""
        numbers = self.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        known = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(key)
        stated = {"fmt": "none", "attStmt": {}, "authData": self._told(ATTESTED) + known}
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(
            clientDataJSON=text(client), attestationObject=text(cbor2.dumps(stated))
        )

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a challenge for whoever the passkey belongs to."""
        self.uses += 1
        client, told = self._client("webauthn.get", options["challenge"]), self._told(0)
        signed = self.key.sign(told + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            clientDataJSON=text(client), authenticatorData=text(told), signature=text(signed)
        )

    def _told(self, flags: int) -> bytes:
        flags |= PRESENT | (SURE if self.sure else 0)
        domain = hashlib.sha256(self.domain.encode()).digest()
        return domain + bytes([flags]) + self.uses.to_bytes(4)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **response: str) -> dict[str, Any]:
        name = text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
