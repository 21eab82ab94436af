"""The mean of two checkpoints of one run of trainings: less noise than either has.

python mean_weights.py ../../.build/encoder3/model.safetensors ../../.build/encoder4/model.safetensors \\
    --out ../../.build/encoder/model.safetensors
"""

from __future__ import annotations

import argparse
from pathlib import Path

from safetensors.torch import load_file, save_file


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    first, second = load_file(options.first), load_file(options.second)
    mean = {
        name: ((value.float() + second[name].float()) / 2).to(value.dtype)
        for name, value in first.items()
    }
    save_file(mean, options.out)


if __name__ == "__main__":
    main()
