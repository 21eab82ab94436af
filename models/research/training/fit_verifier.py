"""Fit the verifier: how sure is an answer, by gradient-boosted trees over what its run's log tells.

npm run train -- verifier --data ../shared/data      # once: models/.build/verifier/features.tsv
python fit_verifier.py

Trained on runs over training questions; a line on the log-odds (Platt) is fitted to the dev
runs, one for the embedded library and one for all others. The
figures are of dev questions: the line that a question is measured with was fitted to the other
four fifths of them. Baselines and a logistic model over the same features are printed beside.
Writes src/folds/verifier/weights.json. One minute on one core.
"""

from __future__ import annotations

import argparse
import csv
import json
import zlib
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from sklearn.linear_model import LogisticRegression

from common import BUILD, MODELS
from encoder_metrics import auroc_interval, platt

RUNS = BUILD / "verifier" / "features.tsv"
WEIGHTS = MODELS.parent / "src" / "folds" / "verifier" / "weights.json"
ABOUT = 5  # columns before the features: id, set, use, way, right
TREES = 100  # of each forest
SEEDS = 4  # forests, whose mean counts: one alone moves by 0.02 AUROC from seed to seed
SETTINGS = {
    "objective": "binary",
    "learning_rate": 0.08,
    "num_leaves": 10,
    "min_data_in_leaf": 25,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "num_threads": 1,
    "deterministic": True,
    "verbose": -1,
}


class Runs:
    """The table: X [runs, features] with NaN for what is not told, and y, 1 for right."""

    def __init__(self, path: Path) -> None:
        with path.open(encoding="utf-8") as stream:
            head, *rows = csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        self.features = head[ABOUT:]
        self.ids = np.array([row[0] for row in rows])
        self.sets = np.array([row[1] for row in rows])
        self.dev = np.array([row[2] == "dev" for row in rows])
        self.ways = np.array([row[3] for row in rows])
        self.y = np.array([float(row[4]) >= 1 for row in rows], dtype=int)
        self.x = np.array(
            [[float(cell) if cell else np.nan for cell in row[ABOUT:]] for row in rows]
        )


EMBEDDED = ("factbook", "off-library")  # sets that are asked of the embedded library


def fifth(question: str) -> int:
    """The same in every run."""
    return zlib.crc32(question.encode("utf-8")) % 5


def calibrated(raw: np.ndarray, runs: Runs) -> np.ndarray:
    """Probabilities of the dev runs by lines that were fitted to other questions, one a kind of library."""
    ids, sets, y = (part[runs.dev] for part in (runs.ids, runs.sets, runs.y))
    folds = np.array([fifth(one) for one in ids])
    embedded = np.isin(sets, EMBEDDED)
    told = np.zeros(len(raw))
    for fold in range(5):
        for kind in (True, False):
            own, others = (folds == fold) & (embedded == kind), (folds != fold) & (embedded == kind)
            line = platt(raw[others].tolist(), y[others].tolist())
            told[own] = 1 / (1 + np.exp(-(line["a"] * raw[own] + line["b"])))
    return told


def line_of(raw: np.ndarray, runs: Runs, embedded: bool) -> dict[str, float]:
    """Of all dev runs over that kind of library; the trees are summed where they are walked."""
    own = np.isin(runs.sets[runs.dev], EMBEDDED) == embedded
    line = platt(raw[own].tolist(), runs.y[runs.dev][own].tolist())
    return {"a": round(line["a"] / SEEDS, 6), "b": round(line["b"], 5)}


def calibration_error(p: np.ndarray, y: np.ndarray, bins: int = 10) -> float:
    """Expected calibration error over bins of equal width."""
    places = np.minimum((p * bins).astype(int), bins - 1)
    gaps = [
        abs(p[places == at].mean() - y[places == at].mean()) * (places == at).mean()
        for at in range(bins)
        if (places == at).any()
    ]
    return float(sum(gaps))


def logistic(runs: Runs) -> np.ndarray:
    """Log-odds of the dev runs by a linear model; what is missing is the mean, and a flag."""
    train = runs.x[~runs.dev]
    mean, spread = np.nanmean(train, axis=0), np.nanstd(train, axis=0)
    spread[~(spread > 0)] = 1
    flat = np.hstack([np.nan_to_num((runs.x - mean) / spread), np.isnan(runs.x)])
    model = LogisticRegression(C=0.05, max_iter=3000)
    model.fit(flat[~runs.dev], runs.y[~runs.dev])
    return model.decision_function(flat[runs.dev])


def interval(p: np.ndarray, y: np.ndarray) -> str:
    """AUROC with its 95 % interval."""
    area = auroc_interval(p.tolist(), y.tolist())
    return f"{area['value']:.3f} [{area['low']:.3f}, {area['high']:.3f}]"


def tell(name: str, raw: np.ndarray, runs: Runs, first: str) -> None:
    """AUROC and calibration of dev runs by set and way, and off-library questions told apart."""
    sets, ways, y = (part[runs.dev] for part in (runs.sets, runs.ways, runs.y))
    p = calibrated(raw, runs)
    print(f"\n{name}")
    for one in sorted(set(sets)):
        for way in (first, None):
            at = (sets == one) & ((ways == way) if way else True)
            if len(set(y[at])) == 2:
                area = interval(raw[at], y[at])
                print(
                    f"  {one:24} {way or 'every way':12} n {at.sum():4} right {y[at].mean():.3f} "
                    f"AUROC {area} ECE {calibration_error(p[at], y[at]):.3f}"
                )
    for way in (first, None):
        mine = (ways == way) if way else np.ones(len(ways), dtype=bool)
        at = mine & np.isin(sets, ["factbook", "off-library"])
        inside = (sets[at] == "factbook").astype(int)
        if len(set(inside)) == 2:
            print(f"  off-library told apart, {way or 'every way'}: {interval(raw[at], inside)}")
    order = np.argsort(-p)
    shares = {share: y[order[: int(len(p) * share)]].mean() for share in (0.2, 0.5, 0.8, 1.0)}
    print("  right among the surest:", {k: round(float(v), 3) for k, v in shares.items()})
    print(f"  all dev runs: n {len(p)}, ECE {calibration_error(p, y):.3f}")


def flattened(tree: dict[str, Any]) -> dict[str, list[float]]:
    """One tree as `src/folds/verifier/trees.ts` walks it."""
    flat: dict[str, list[float]] = {
        name: [] for name in ("column", "threshold", "left", "right", "missingLeft", "leaves")
    }

    def walk(node: dict[str, Any]) -> int:
        if "split_feature" not in node:
            flat["leaves"].append(float(f"{node['leaf_value']:.5g}"))
            return -len(flat["leaves"])
        at = len(flat["column"])
        # Where nothing was missing in training, LightGBM takes what is missing for 0.
        none = node["missing_type"] == "None"
        missing_left = 0 <= node["threshold"] if none else node["default_left"]
        flat["column"].append(node["split_feature"])
        flat["threshold"].append(float(f"{node['threshold']:.6g}"))
        flat["missingLeft"].append(int(missing_left))
        flat["left"].append(0)
        flat["right"].append(0)
        flat["left"][at] = walk(node["left_child"])
        flat["right"][at] = walk(node["right_child"])
        return at

    walk(tree["tree_structure"])
    return flat


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, default=RUNS)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--first", default="coop-llm", help="the way whose figures stand alone")
    given = parser.parse_args()
    runs = Runs(given.runs)
    train = ~runs.dev
    print(f"{train.sum()} training runs, {runs.y[train].mean():.3f} right; {runs.dev.sum()} dev runs")
    forests = [
        lightgbm.train(
            SETTINGS | {"seed": seed}, lightgbm.Dataset(runs.x[train], runs.y[train]), TREES
        )
        for seed in range(SEEDS)
    ]
    raw = np.mean([one.predict(runs.x[runs.dev], raw_score=True) for one in forests], axis=0)
    surest = runs.x[runs.dev][:, runs.features.index("confidenceLeast")]
    tell("least confidence of a run's steps", np.nan_to_num(surest), runs, given.first)
    tell("logistic regression over the features", logistic(runs), runs, given.first)
    tell("boosted trees over the features", raw, runs, given.first)
    gains = sum(one.feature_importance("gain") for one in forests)
    order = np.argsort(-gains)[:20]
    print("\nwhat they go by:", ", ".join(runs.features[at] for at in order))
    weights = {
        "columns": runs.features,
        "trees": [flattened(tree) for one in forests for tree in one.dump_model()["tree_info"]],
        "calibration": line_of(raw, runs, embedded=False),
        "embedded": line_of(raw, runs, embedded=True),
    }
    given.out.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{given.out}: {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
