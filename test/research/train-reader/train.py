"""Trains the reader's encoder by late interaction over the signs of the passages' words, and writes it as 8-bit ONNX.

    python -m venv v && v/bin/pip install -r requirements.txt
    v/bin/python train.py CANDIDATES ENCODER OUTPUT [--minutes 58] [--seed 5]

CANDIDATES: the folder that candidates.ts has written. ENCODER: `all-MiniLM-L6-v2` at full precision, with its tokenizer.json.
OUTPUT: a folder for the weights and for `encoder.onnx`. Two processors see about 20,000 questions in an hour.

A question is compared with its own passage, with hard ones of its product, and with those of the other questions of the batch, which
are of two products. How a passage is scored: word-codes.ts (`createComparison`).
"""

import argparse
import json
import random
import re
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from transformers import AutoModel

DIMENSIONS = 384
PASSAGE_TOKENS = 176
QUESTION_TOKENS = 48
# The hard passages of a question are the first that the search finds.
SEARCHED = 8
# Other pages may say the same as the one that a question was written on. What the encoder scores so much more than that, before it
# is trained, is not called wrong.
RIGHT_AS_WELL = 0.07
NEAR_COPY = 0.75
QUESTIONS_PER_BATCH = 12
HARD_PER_QUESTION = 2
PRODUCTS_PER_BATCH = 2
LEARNING_RATE = 3e-5
WARM_UP_STEPS = 40
TEMPERATURE = 0.02
# The mean of a passage's words finds it, so it is trained too.
MEAN_TEMPERATURE = 0.05
MEAN_WEIGHT = 0.3
# The passages of a batch are read in so many parts.
PARTS = 4
HELD_OUT_QUESTIONS = 220
# What is written is the mean of the weights before and after training, so that other kinds of texts are read as before (Wortsman and
# others: Robust fine-tuning of zero-shot models, arXiv 2109.01903).
SHARE_BEFORE = 0.45


class Sign(torch.autograd.Function):
    """The sign of each number, as vectors of length 1. The gradient passes as if the numbers were kept."""

    @staticmethod
    def forward(ctx, vectors):
        return torch.where(vectors >= 0, 1.0, -1.0) / DIMENSIONS**0.5

    @staticmethod
    def backward(ctx, gradient):
        return gradient


class Encoder:
    """The network with its tokenizer. Texts are given as the ids of their tokens."""

    def __init__(self, folder: str):
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.network = AutoModel.from_pretrained(
            folder, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, add_pooling_layer=False
        )

    def tokens(self, text: str, most: int) -> list[int]:
        ids = self.tokenizer.encode(text).ids
        return ids if len(ids) <= most else [*ids[: most - 1], ids[-1]]

    def words(self, texts: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
        """The vectors of length 1 of the tokens (texts, tokens, 384), and which of them are words: not the first, the last or padding."""
        longest = max(map(len, texts))
        ids = torch.zeros(len(texts), longest, dtype=torch.long)
        there = torch.zeros(len(texts), longest, dtype=torch.long)
        are_words = torch.zeros(len(texts), longest, dtype=torch.bool)
        for row, text in enumerate(texts):
            ids[row, : len(text)] = torch.tensor(text)
            there[row, : len(text)] = 1
            are_words[row, 1 : len(text) - 1] = True
        states = self.network(input_ids=ids, attention_mask=there).last_hidden_state
        return F.normalize(states, dim=-1), are_words

    def compare(self, questions: list[list[int]], passages: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
        """How near each passage is to each question (questions, passages): by words, and by the means of the words."""
        asked, asked_words = self.words(questions)
        mean = mean_of(asked, asked_words)
        by_words, by_mean = [], []
        # In parts by length, so that little is padding.
        order = sorted(range(len(passages)), key=lambda at: len(passages[at]))
        bounds = [len(order) * at // PARTS for at in range(PARTS + 1)]
        parts = [order[start:end] for start, end in zip(bounds, bounds[1:]) if start < end]
        for part in parts:
            vectors, are_words = self.words([passages[at] for at in part])
            signs = Sign.apply(vectors)
            with torch.no_grad():
                nearness = torch.einsum("qid,pjd->qpij", asked, signs)
                nearest = nearness.masked_fill(~are_words[None, :, None, :], -2).argmax(-1)
            met = (asked[:, None] * signs[torch.arange(len(part))[None, :, None], nearest]).sum(-1)
            by_words.append((met * asked_words[:, None, :]).sum(-1) / asked_words.sum(-1)[:, None])
            by_mean.append(mean @ mean_of(signs, are_words).T)
        back = torch.argsort(torch.tensor([at for part in parts for at in part]))
        return torch.cat(by_words, 1)[:, back], torch.cat(by_mean, 1)[:, back]


def mean_of(vectors: torch.Tensor, are_words: torch.Tensor) -> torch.Tensor:
    return F.normalize((vectors * are_words[..., None]).sum(1), dim=-1)


def are_nearly_same(one: set[str], two: set[str]) -> bool:
    return len(one & two) > NEAR_COPY * min(len(one), len(two))


@torch.inference_mode()
def read(encoder: Encoder, texts: list[list[int]]) -> list[torch.Tensor]:
    """The vectors of the words of each text (words, 384)."""
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    by_text: dict[int, torch.Tensor] = {}
    for start in range(0, len(order), 32):
        part = order[start : start + 32]
        vectors, are_words = encoder.words([texts[at] for at in part])
        by_text.update({at: vectors[row][are_words[row]] for row, at in enumerate(part)})
    return [by_text[at] for at in range(len(texts))]


def find_hard(encoder: Encoder, product: dict) -> list[dict]:
    """The questions of a product, each with its passages, best first, and its hard ones, as ids of tokens."""
    passages = product["passages"]
    contents = [set(re.findall(r"\w{3,}", passage["body"].lower())) for passage in passages]
    others = [
        [
            at
            for at in asked["found"][:SEARCHED]
            if at not in asked["gold"] and not any(are_nearly_same(contents[at], contents[gold]) for gold in asked["gold"])
        ]
        for asked in product["questions"]
    ]
    needed = sorted({at for asked, found in zip(product["questions"], others) for at in [*asked["gold"], *found]})
    tokens = {at: encoder.tokens(passages[at]["text"], PASSAGE_TOKENS) for at in needed}
    signs = dict(zip(needed, (vectors >= 0 for vectors in read(encoder, list(tokens.values())))))
    questions = [encoder.tokens(asked["question"], QUESTION_TOKENS) for asked in product["questions"]]
    examples = []
    for asked, found, question, words in zip(product["questions"], others, questions, read(encoder, questions)):
        compared = [*asked["gold"], *found]
        scores = {at: float((words @ (2.0 * signs[at] - 1).T).amax(1).mean()) / DIMENSIONS**0.5 for at in compared}
        gold = sorted(asked["gold"], key=scores.get, reverse=True)
        hard = [at for at in found if scores[at] <= scores[gold[0]] + RIGHT_AS_WELL]
        examples.append(
            {"question": question, "gold": [tokens[at] for at in gold], "hard": [tokens[at] for at in hard]}
        )
    return examples


@torch.inference_mode()
def check(encoder: Encoder, examples: list[dict]) -> str:
    """For how many questions the right passage is first, and among the first three, of it and its hard ones."""
    first = third = 0
    for example in examples:
        scores = encoder.compare([example["question"]], [example["gold"][0], *example["hard"]])[0][0]
        better = int((scores[1:] >= scores[0]).sum())
        first += better == 0
        third += better < 3
    return f"{first} first, {third} among three, of {len(examples)}"


def draw_batch(by_product: list[list[dict]], left: list[list[dict]]) -> list[dict]:
    """Questions of a few products, which are drawn by their numbers of questions. None comes twice before all have come."""
    batch = []
    for at in random.choices(range(len(by_product)), [len(examples) for examples in by_product], k=PRODUCTS_PER_BATCH):
        for _ in range(QUESTIONS_PER_BATCH // PRODUCTS_PER_BATCH):
            if not left[at]:
                left[at] = random.sample(by_product[at], len(by_product[at]))
            batch.append(left[at].pop())
    return batch


def loss_of(encoder: Encoder, batch: list[dict]) -> torch.Tensor:
    passages: list[list[int]] = []
    places: dict[tuple[int, ...], int] = {}

    def place(passage: list[int]) -> int:
        key = tuple(passage)
        if key not in places:
            places[key] = len(passages)
            passages.append(passage)
        return places[key]

    right = []
    for example in batch:
        gold = example["gold"]
        right.append(place(gold[0] if random.random() < 0.7 else random.choice(gold)))
        for hard in random.sample(example["hard"], min(HARD_PER_QUESTION, len(example["hard"]))):
            place(hard)
    # The other passages that hold the answer are neither right nor wrong.
    mask = torch.zeros(len(batch), len(passages))
    for row, example in enumerate(batch):
        for gold in example["gold"]:
            at = places.get(tuple(gold))
            if at is not None and at != right[row]:
                mask[row, at] = -1e4
    by_words, by_mean = encoder.compare([example["question"] for example in batch], passages)
    wanted = torch.tensor(right)
    words = F.cross_entropy(by_words / TEMPERATURE + mask, wanted)
    return words + MEAN_WEIGHT * F.cross_entropy(by_mean / MEAN_TEMPERATURE + mask, wanted)


def train(encoder: Encoder, by_product: list[list[dict]], held_out: list[dict], minutes: float) -> None:
    """The table of words stays: a word that no question has would be left behind by those beside it."""
    encoder.network.embeddings.requires_grad_(False)
    parameters = [one for one in encoder.network.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=LEARNING_RATE, weight_decay=0.01)
    left: list[list[dict]] = [[] for _ in by_product]
    began, step = time.time(), 0
    while (done := (time.time() - began) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * min(1, (step + 1) / WARM_UP_STEPS) * (1 - done)
        loss = loss_of(encoder, draw_batch(by_product, left))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        step += 1
        if step % 50 == 0:
            print(f"{step} steps, {time.time() - began:.0f} s, loss {loss.item():.3f}", flush=True)
        if step % 400 == 0:
            print(f"left out: {check(encoder, held_out)}", flush=True)


def keep_share(encoder: Encoder, before: dict[str, torch.Tensor]) -> None:
    """Moves the weights back towards those before training."""
    after = encoder.network.state_dict()
    mixed = {
        name: torch.lerp(weights, before[name], SHARE_BEFORE) if weights.is_floating_point() else weights
        for name, weights in after.items()
    }
    encoder.network.load_state_dict(mixed)


def export(encoder: Encoder, output: Path) -> None:
    """As ONNX with 8-bit weights, as onnxruntime quantizes them: encoder.ts runs it."""

    class Words(torch.nn.Module):
        def __init__(self, network):
            super().__init__()
            self.network = network

        def forward(self, ids, mask, types):
            return self.network(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state

    encoder.network.set_attn_implementation("eager")
    inputs, outputs = ["input_ids", "attention_mask", "token_type_ids"], ["last_hidden_state"]
    ids = torch.randint(1000, 20_000, (1, 12))
    torch.onnx.export(
        Words(encoder.network.eval()),
        (ids, torch.ones_like(ids), torch.zeros_like(ids)),
        str(output / "encoder-32.onnx"),
        input_names=inputs,
        output_names=outputs,
        dynamic_axes={name: {0: "texts", 1: "tokens"} for name in inputs + outputs},
        opset_version=14,
        dynamo=False,
    )
    quantize_dynamic(output / "encoder-32.onnx", output / "encoder.onnx", weight_type=QuantType.QInt8)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("candidates", type=Path)
    options.add_argument("encoder")
    options.add_argument("output", type=Path)
    options.add_argument("--minutes", type=float, default=58)
    options.add_argument("--seed", type=int, default=5)
    values = options.parse_args()
    random.seed(values.seed)
    torch.manual_seed(values.seed)
    encoder = Encoder(values.encoder)
    by_product, held_out = [], []
    for file in sorted(values.candidates.glob("*.json")):
        product = json.loads(file.read_text())
        examples = find_hard(encoder, product)
        print(f"{product['product']}: {len(examples)} questions", flush=True)
        if product["heldOut"]:
            held_out += examples
        else:
            by_product.append(examples)
    held_out = random.sample(held_out, min(HELD_OUT_QUESTIONS, len(held_out)))
    print(f"before: {check(encoder, held_out)}", flush=True)
    before = {name: weights.clone() for name, weights in encoder.network.state_dict().items()}
    train(encoder, by_product, held_out, values.minutes)
    print(f"after: {check(encoder, held_out)}", flush=True)
    keep_share(encoder, before)
    print(f"in between: {check(encoder, held_out)}", flush=True)
    values.output.mkdir(parents=True, exist_ok=True)
    encoder.network.save_pretrained(values.output)
    export(encoder, values.output)


if __name__ == "__main__":
    main()
