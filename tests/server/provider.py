"""A real provider of OpenID Connect, Django OAuth Toolkit, in a process of its own.

    python tests/server/provider.py FOLDER REDIRECT_URI CLIENT SECRET

It prints its address. Whoever asks for /login?user=NAME is that user.
"""

# Django's parts can be imported only when it is set up.
# ruff: noqa: E402

import os
import sys
import threading
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"

import django
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings

FOLDER, REDIRECT, CLIENT, SECRET = sys.argv[1:5]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def private_key() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return key.private_bytes(serialization.Encoding.PEM, *form).decode()


def answer(environment: Any, start: Any) -> Any:
    return application(environment, start)


server = make_server("127.0.0.1", 0, answer, handler_class=Quiet)
ISSUER = f"http://127.0.0.1:{server.server_port}/o"
settings.configure(
    SECRET_KEY="of a test",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    LOGIN_URL="/login",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(Path(FOLDER) / "provider.db")}},
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "oauth2_provider",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True,
        "OIDC_ISS_ENDPOINT": ISSUER,
        "OIDC_RSA_PRIVATE_KEY": private_key(),
        "SCOPES": {"openid": "who", "profile": "name", "email": "mail"},
        "PKCE_REQUIRED": True,
        "OAUTH2_VALIDATOR_CLASS": "__main__.Validator",
    },
)
django.setup()

from django.contrib.auth import get_user_model, login
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from oauth2_provider.models import get_application_model
from oauth2_provider.oauth2_validators import OAuth2Validator


class Validator(OAuth2Validator):  # type: ignore[misc]
    oidc_claim_scope = None

    def get_additional_claims(self, request: Any) -> dict[str, Any]:
        name = request.user.username
        return {"preferred_username": name, "email": f"{name}@example.org", "email_verified": True}


def enter(request: HttpRequest) -> HttpResponse:
    user, _ = get_user_model().objects.get_or_create(username=request.GET.get("user", "anna"))
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return HttpResponse("in")


urlpatterns = [path("login", enter), path("o/", include("oauth2_provider.urls", namespace="oauth2_provider"))]


def prepare() -> None:
    call_command("migrate", verbosity=0)
    get_application_model().objects.create(
        name="Wartable",
        client_id=CLIENT,
        client_secret=SECRET,
        client_type="confidential",
        authorization_grant_type="authorization-code",
        redirect_uris=REDIRECT,
        skip_authorization=True,
        algorithm="RS256",
    )


prepare()
application = get_wsgi_application()
print(ISSUER, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
# Ends with the test that started it.
sys.stdin.read()
