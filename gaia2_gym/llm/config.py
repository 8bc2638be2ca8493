"""Settings of the client: which model, where, how patiently, and what it costs."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from gaia2_gym.errors import ConfigError


@dataclass(frozen=True, slots=True)
class LLMConfig:
    """One model at one OpenAI-compatible endpoint. Holds no key, only the name of the environment variable that does.

    Args:
        model: The model's name at the endpoint.
        base_url: The endpoint, without credentials; the default is where vLLM serves.
        api_key_env: Environment variable with the API key; when it is not set, a placeholder is sent (a local server wants none).
        temperature: Sampling temperature; None leaves it to the endpoint (some reasoning models take no other).
        max_tokens: Most tokens of one reply, reasoning included.
        timeout: Seconds for one attempt, from sending the request to the end of the answer.
        retries: Further attempts after a rate limit, a failure of the server, a timeout or a lost connection.
        backoff: Seconds before the first of them (about); each further wait is twice as long, up to 30 s.
        max_concurrency: Requests under way at once, in one event loop.
        cache: Folder of the cache on disk; None keeps nothing.
        prices: TOML file with prices; None means the table that comes with the package.
    """

    model: str = ""
    base_url: str = "http://localhost:8000/v1"
    api_key_env: str = "OPENAI_API_KEY"
    temperature: float | None = 0.0
    max_tokens: int = 1024
    timeout: float = 60.0
    retries: int = 4
    backoff: float = 0.5
    max_concurrency: int = 16
    cache: str | None = None
    prices: str | None = None

    def __post_init__(self) -> None:
        _check_url(self.base_url)
        if not self.api_key_env.replace("_", "").isalnum() or not self.api_key_env.isupper():
            # Whoever writes the key itself here must not find it in a message.
            raise ConfigError("api_key_env must be the name of an environment variable such as OPENAI_API_KEY (capitals), not a key")
        if self.temperature is not None and not 0 <= self.temperature <= 2:
            raise ConfigError(f"temperature must be between 0 and 2, not {self.temperature}")
        for name, least in (("max_tokens", 1), ("retries", 0), ("max_concurrency", 1)):
            if getattr(self, name) < least:
                raise ConfigError(f"{name} must be at least {least}, not {getattr(self, name)}")
        if not self.timeout > 0:
            raise ConfigError(f"timeout must be above 0 seconds, not {self.timeout}")
        if not self.backoff >= 0:
            raise ConfigError(f"backoff must not be negative, not {self.backoff}")


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        usable = False
    if not usable:
        raise ConfigError("base_url must begin with http:// or https:// and name a host, for example http://localhost:8000/v1")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ConfigError("base_url must hold no user, password or query: a key belongs in the environment variable that api_key_env names")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens. `cached_input` is for what the endpoint read from its own prompt cache."""

    input: float
    output: float
    cached_input: float


def read_prices(path: str | None) -> dict[str, Price]:
    """A price table: model -> price.

    Args:
        path: TOML file with a table `[models."NAME"]` for each model; None for the packaged one.

    Raises:
        ConfigError: The file cannot be read, or an entry has no number for `input` and `output`.
    """
    source = Path(path).expanduser() if path else files("gaia2_gym") / "data" / "prices.toml"
    try:
        table = tomllib.loads(source.read_text(encoding="utf-8")).get("models", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{source}: no price table: {error}") from None
    try:
        return {name: Price(float(p["input"]), float(p["output"]), float(p.get("cached_input", p["input"]))) for name, p in table.items()}
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ConfigError(f'{source}: every [models."NAME"] needs numbers for input and output, in US dollars for a million tokens') from None
