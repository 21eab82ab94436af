"""Build models/hopwise-lm in one command: train, let it work, train on what it did, convert.

python build_lm.py --data ../../../../shared/data                  # after `npm run train -- data`
python build_lm.py --data … --from own-runs                     # models/.build/lm/tuned is there already
python build_lm.py --data … --from own-runs --shipped TEXTS     # go on from what ships

The first training learns from data sets. Its model then runs the real process on training questions
(the error book), answers from memory what it is asked (labels of *know* and of `Q` lines), and a
second training learns from that together with everything else, mostly reading: what ships.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from common import BUILD, MODELS, TRAINING
from train_lm import RUNS

STAGES = ("train", "own-runs", "memory", "again", "ship")
FIRST, LAST = "tuned", "reader"
ROOT = MODELS.parent
SMALL = BUILD / f"hopwise-lm-{FIRST}"
FACTBOOK = (BUILD / "data" / "factbook-chains.jsonl",)
OTHERS = (
    "musique/train.jsonl.gz",
    "2wikimultihopqa/train.jsonl.gz",
    "hotpotqa/train_distractor.jsonl.gz",
    "train/hotpotqa_distractor.jsonl.gz",
)
# As the chains are judged: each question once, from its own paragraphs, and no value compared.
PROCESS = ("--variants", "1", "--from-data", "--retrieval", "bm25", "--arithmetic", "off")
AGAIN = ("--rows", "lm-reader.jsonl", "--shares", "", "--rank", "16", "--learning-rate", "8e-4")
SCHEDULE = ("--warm-up", "20", "--decay", "0.4", "--seed", "11")


def run(script: str, *arguments: str) -> None:
    """One script of this folder; stops at the first that fails."""
    subprocess.run([sys.executable, script, *arguments], cwd=TRAINING, check=True)


def npm(script: str, *arguments: str) -> None:
    """One script of package.json."""
    subprocess.run(["npm", "run", script, "--", *arguments], cwd=ROOT, check=True)


def own_runs(data: Path, minutes: str) -> None:
    """The error book: the Factbook's and the other questions for so long each, those kept for selection too."""
    run("convert_lm.py", "--weights", str(RUNS / FIRST))
    others = tuple(data / name for name in OTHERS)

    def book(files: tuple[Path, ...], *arguments: str) -> None:
        out = ("--out", str(BUILD / "error-book"), "--small", str(SMALL))
        npm("train", "error-book", *PROCESS, *out, *arguments, "--data", *map(str, files))

    for files in (FACTBOOK, others):
        book(files, "--minutes", minutes)
        book(files, "--minutes", minutes, "--select")
    book((*FACTBOOK, *others), "--minutes", "0", "--training", str(BUILD / "data"))


def memory(data: Path, share: str, torch_options: tuple[str, ...]) -> None:
    """What it knows without looking it up, and the rows of all that it did."""
    run("proxy_answers.py", "--model", FIRST, "--data", str(data), "--share", share, *torch_options)
    run("known_chains.py", "--model", FIRST, *torch_options)
    npm("train", "lm-rows", "--data", str(data))


def ship() -> None:
    """int8 and WebGPU forms, and their hashes."""
    run("convert_lm.py", "--weights", str(RUNS / LAST), "--out", str(MODELS / "hopwise-lm"))
    run("write_catalogue.py")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--from", dest="first", choices=STAGES, default="train")
    parser.add_argument("--to", dest="last", choices=STAGES, default="ship")
    parser.add_argument("--shipped", type=Path, help="texts for peaks: start from what ships")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", default="2")
    parser.add_argument("--first-steps", default="800")
    parser.add_argument("--steps", default="540", help="of the second training")
    parser.add_argument("--minutes", default="20", help="of each quarter of the error book")
    parser.add_argument("--share", default="1", help="of the questions asked from memory")
    options = parser.parse_args()
    data = options.data.resolve()
    torch_options = ("--device", options.device, "--threads", options.threads)
    if options.shipped:
        run("lm_shipped.py", str(options.shipped.resolve()), "--out", str(RUNS / FIRST))
    first = ("--out", FIRST, "--steps", options.first_steps)
    second = ("--start", FIRST, "--out", LAST, "--steps", options.steps)
    stages: dict[str, Callable[[], None]] = {
        "train": lambda: run("train_lm.py", *first, *torch_options),
        "own-runs": lambda: own_runs(data, options.minutes),
        "memory": lambda: memory(data, options.share, torch_options),
        "again": lambda: run("train_lm.py", *second, *AGAIN, *SCHEDULE, *torch_options),
        "ship": ship,
    }
    for stage in STAGES[STAGES.index(options.first) : STAGES.index(options.last) + 1]:
        stages[stage]()


if __name__ == "__main__":
    main()
