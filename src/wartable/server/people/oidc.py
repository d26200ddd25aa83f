"""Sign-in by OpenID Connect: authorization code flow with PKCE, and ID tokens with verified signatures."""

import asyncio
import base64
import hashlib
import json
import secrets
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from wartable.errors import BadOption, WartableError
from wartable.extras import install_line

DEADLINE = 10.0
REMEMBERED_SECONDS = 3600.0
LEEWAY = 60
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519"]


@dataclass(frozen=True)
class Provider:
    """An OpenID Connect provider."""

    issuer: str
    client: str
    secret: str = ""
    name: str = "OpenID"


class BadSignIn(WartableError):
    """The provider has not identified the person; nobody was signed in."""


@dataclass(frozen=True)
class Identity:
    """Who somebody is at the provider, with their claims."""

    subject: str
    name: str
    email: str


def check_library() -> None:
    """BadOption if the library that verifies signatures is not installed."""
    try:
        import joserfc  # noqa: F401
    except ImportError:
        raise BadOption(f"--oidc-issuer needs joserfc: {install_line('oidc')}") from None


class SignIn:
    """A provider. Its published configuration is cached for an hour."""

    def __init__(self, provider: Provider, address: str) -> None:
        import httpx

        self.provider = provider
        self.back = f"{address.rstrip('/')}/api/oidc/back"
        self._client = httpx.AsyncClient(timeout=DEADLINE, follow_redirects=False)
        self._facts: dict[str, Any] = {}
        self._keys: dict[str, Any] = {}
        self._known_until = 0.0

    async def begin(self, state: str, nonce: str, verifier: str) -> str:
        """The URL that the browser is sent to."""
        await self._discover()
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        query = {
            "response_type": "code",
            "client_id": self.provider.client,
            "redirect_uri": self.back,
            "scope": "openid profile email",
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        place = str(self._facts["authorization_endpoint"])
        return f"{place}{'&' if '?' in place else '?'}{urlencode(query)}"

    async def finish(self, code: str, nonce: str, verifier: str) -> Identity:
        """The identity for the code that the browser brought back; BadSignIn if the provider gives none."""
        import httpx

        await self._discover()
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.back, "code_verifier": verifier}
        form["client_id"] = self.provider.client
        auth = None
        if self.provider.secret and self._takes_basic():
            auth = httpx.BasicAuth(self.provider.client, self.provider.secret)
        elif self.provider.secret:
            form["client_secret"] = self.provider.secret
        answer = await self._ask("POST", self._facts["token_endpoint"], data=form, auth=auth)
        return self._read(str(answer.get("id_token", "")), nonce)

    def _takes_basic(self) -> bool:
        methods = self._facts.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        return "client_secret_basic" in methods

    async def _discover(self) -> None:
        if time.monotonic() < self._known_until:
            return
        place = f"{self.provider.issuer.rstrip('/')}/.well-known/openid-configuration"
        facts = await self._ask("GET", place)
        if facts.get("issuer") != self.provider.issuer:
            raise BadSignIn("the provider's name differs from --oidc-issuer")
        if not all(name in facts for name in ("authorization_endpoint", "token_endpoint", "jwks_uri")):
            raise BadSignIn("the provider does not say where to sign in")
        self._keys = await self._ask("GET", facts["jwks_uri"])
        self._facts, self._known_until = facts, time.monotonic() + REMEMBERED_SECONDS

    async def _ask(self, method: str, url: str, **more: Any) -> dict[str, Any]:
        import httpx

        more = {name: value for name, value in more.items() if value is not None}
        try:
            async with asyncio.timeout(DEADLINE):
                answer = await self._client.request(method, url, headers={"accept": "application/json"}, **more)
            answer.raise_for_status()
            found = answer.json()
        except (OSError, TimeoutError, httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise BadSignIn(f"the provider did not answer as expected ({type(error).__name__})") from None
        if not isinstance(found, dict):
            raise BadSignIn("the provider did not answer as expected")
        return found

    def _read(self, token: str, nonce: str) -> Identity:
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        wanted = {"iss": self.provider.issuer, "aud": self.provider.client, "nonce": nonce}
        rules: dict[str, Any] = {name: {"essential": True, "value": value} for name, value in wanted.items()}
        try:
            keys = KeySet.import_key_set(self._keys)  # type: ignore[arg-type]
            claims = jwt.decode(token, keys, algorithms=ALGORITHMS).claims
            registry = jwt.JWTClaimsRegistry(
                leeway=LEEWAY, exp={"essential": True}, sub={"essential": True}, iat={"essential": True}, **rules
            )
            registry.validate(claims)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            # New keys are looked for at the next try.
            self._known_until = 0.0
            raise BadSignIn(f"the provider's answer cannot be trusted ({type(error).__name__})") from None
        if claims.get("azp", self.provider.client) != self.provider.client:
            raise BadSignIn("the provider's answer is for another client")
        return _identity(claims)

    async def close(self) -> None:
        await self._client.aclose()


def _identity(claims: dict[str, Any]) -> Identity:
    email = str(claims.get("email") or "") if claims.get("email_verified") is True else ""
    name = str(claims.get("preferred_username") or claims.get("name") or email.split("@")[0] or "Player")
    return Identity(str(claims["sub"]), name, email)


def new_errand() -> str:
    """The data to remember between leaving and coming back, as JSON."""
    return json.dumps({"nonce": secrets.token_urlsafe(24), "verifier": secrets.token_urlsafe(48)})
