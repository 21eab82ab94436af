"""Build models/hopwise-encoder in one command: train, convert, fit the judge, calibrate, widen, measure.

python build_encoder.py                      # after `npm run train -- data`
python build_encoder.py --device cuda
python build_encoder.py --from convert       # the checkpoint is there already
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from common import BUILD, MODELS, TRAINING, write_json
from convert_encoder import CALIBRATION, NAME, identity_calibration

STAGES = ("train", "convert", "judge", "calibrate", "widen", "measure")
JUDGE = BUILD / "data" / "judge-asked.jsonl"


def run(script: str, *arguments: str) -> None:
    """One script of this folder; stops at the first that fails."""
    subprocess.run([sys.executable, script, *arguments], cwd=TRAINING, check=True)


def judge() -> None:
    """Needs the language model's own answers; without them the head stays untrained."""
    if not JUDGE.exists():
        print(f"{JUDGE.name} is not there: the judge stays untrained (see judge_rows.py)")
        return
    run("fit_judge.py")


def measure() -> None:
    """The figures of the card, for the shipped form and for float32."""
    run("convert_minilm.py")
    run("convert_minilm.py", "--form", "fp32")
    run("convert_encoder.py", "--form", "fp32")
    run("evaluate_encoder.py")
    exact = BUILD / f"{NAME}-fp32"
    metrics = BUILD / "encoder" / "metrics-fp32.json"
    run("evaluate_encoder.py", "--folder", str(exact), "--out", str(metrics))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="first", choices=STAGES, default="train")
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    stages = {
        "train": lambda: run("train_encoder.py", "--device", options.device),
        "convert": lambda: run("convert_encoder.py"),
        "judge": judge,
        "calibrate": lambda: run("calibrate_encoder.py"),
        "widen": lambda: run("widen_encoder.py"),
        "measure": measure,
    }
    if not CALIBRATION.exists():
        write_json(CALIBRATION, identity_calibration())
    for stage in STAGES[STAGES.index(options.first) :]:
        stages[stage]()
    print(f"built {MODELS / NAME}")


if __name__ == "__main__":
    main()
