"""Writes official-scores.json: what the official scripts say of cases made here.

    python make-official-scores.py FOLDER > official-scores.json

FOLDER holds the evaluation scripts as their authors publish them, under names that can be
imported: hotpot_evaluate_v1.py (HotpotQA), evaluate_v1_1.py and evaluate_v2_0.py (SQuAD). The
package rouge_score (google-research) is installed. The texts are this project's own: some written
by hand for what is special, the others drawn from a few words with a fixed seed.
"""

import json
import random
import sys

sys.path.insert(0, sys.argv[1])

import evaluate_v1_1 as squad1
import evaluate_v2_0 as squad2
import hotpot_evaluate_v1 as hotpot
from rouge_score import rouge_scorer

WRITTEN = [
    ("The Danube.", ["Rhine", "danube"]),
    ("the blue Danube river", ["Danube"]),
    ("It is the river Danube in Vienna", ["the Danube", "River Danube"]),
    ("", ["Danube"]),
    ("the", ["the Danube"]),
    ("Danube", ["Danube", "Danube River"]),
    ("yes", ["no"]),
    ("yes", ["yes"]),
    ("Yes.", ["yes"]),
    ("Yes, it does", ["yes"]),
    ("no", ["no taxes at all"]),
    ("no taxes", ["no"]),
    ("noanswer", ["no answer"]),
    ("no answer", ["noanswer", "none"]),
    ("U.S. Virgin-Islands", ["US Virgin Islands", "U.S. Virgin Islands"]),
    ("an apple a day", ["apple day"]),
    ("A", ["a"]),
    ("theatre an der Wien", ["the Theatre an der Wien"]),
    ("1939–1945", ["1939-1945"]),
    ("from 1939 – 1945", ["1939 – 1945"]),
    ("“The” Wall", ["Wall"]),
    ("Côte d’Ivoire", ["Côte d'Ivoire", "Ivory Coast"]),
    ("España, a Coruña", ["a Coruña"]),
    ("£ 5 million", ["5 million pounds", "£5 million"]),
    ("$5.3 million", ["5.3 million dollars"]),
    ("two  tabs\tand\nlines", ["two tabs and lines"]),
    ("a.b.c.", ["abc", "a b c"]),
    ("Müller's \"Die Winterreise\"", ["Die Winterreise by Müller"]),
    ("snake_case the_end", ["the end"]),
    ("ÉCOLE", ["école"]),
    ("İstanbul", ["istanbul"]),
    ("Großglockner 3.798 m", ["3798 m", "3,798 m"]),
    ("東京 the capital", ["東京"]),
    ("police killed the gunman", ["police kill the gunman", "the gunman kill police"]),
    ("the gunman killed the police the gunman", ["the gunman the police"]),
    ("one two three four five", ["five four three two one", "one three five", "two four"]),
    ("It rose in the first half, then fell; nobody knew why it fell.",
     ["It fell in the second half for reasons nobody knew.", "Nobody knew why.", "It rose, then fell."]),
]

WORDS = ["the", "a", "an", "river", "Danube", "flows", "through", "Vienna", "Budapest", "and", "no",
         "yes", "1,000", "km", "St.", "O'Neill's", "well-known", "–", "über", "X", "(capital)", "it"]


def drawn(rng):
    text = lambda: " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 14)))
    prediction = text()
    golds = [text() for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.5:
        words = prediction.split()
        rng.shuffle(words)
        golds.append(" ".join(words[: max(1, len(words) - 2)]))
    return prediction, golds


def scored(prediction, golds):
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=False)
    rouges = [scorer.score(gold, prediction) for gold in golds]
    # The gold answer with the best ROUGE-L, the first of equals.
    best = max(rouges, key=lambda one: one["rougeL"].fmeasure)
    most = squad1.metric_max_over_ground_truths
    nonempty = [gold for gold in golds if squad2.normalize_answer(gold)] or [""]
    return {
        "prediction": prediction,
        "golds": golds,
        "hotpot": {
            "em": int(max(hotpot.exact_match_score(prediction, gold) for gold in golds)),
            "f1": max(hotpot.f1_score(prediction, gold)[0] for gold in golds),
        },
        "squad1": {
            "em": int(most(squad1.exact_match_score, prediction, golds)),
            "f1": most(squad1.f1_score, prediction, golds),
        },
        "squad2": {
            "em": max(squad2.compute_exact(gold, prediction) for gold in nonempty),
            "f1": max(squad2.compute_f1(gold, prediction) for gold in nonempty),
        },
        "rouge": {name: best[name].fmeasure for name in ("rouge1", "rouge2", "rougeL")},
        "normalised": squad2.normalize_answer(prediction),
    }


rng = random.Random(20)
cases = [scored(*case) for case in WRITTEN + [drawn(rng) for _ in range(160)]]
print(json.dumps(cases, ensure_ascii=False, indent=1))
