"""The crowd's network in PyTorch: a transformer over the stream of one player's decisions.

Each position is told the situation now, and the decision before it: what it was like, what he did,
and what he held if that hand is over and was shown. It looks back over the last ``window``
positions only, the nearer the more (a fixed penalty by distance, another for each head), so that in
play a window of keys and values is all that has to be kept. What is farther back it knows from
statistics of the player, which join at the end.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

ACTIONS, SIZES, CLASSES, STATISTICS = 3, 24, 7, 29
"""Fold, call, raise; how much; and fold, call and a raise of five sizes for the policy."""

STARTING_CLASSES, UNKNOWN = 169, 255
"""Codes of cards: so many classes, and that of a strength or a class which is not known."""

CLASS_BOUNDS = (0.45, 0.8, 1.2, 2.0)
"""Bounds of the sizes of a raise, in pots."""

LIMIT_CLASS = 4
"""A raise in limit counts as one of about the pot."""

KNOTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.93, 0.97, 1.0)
"""Knots of the strength of a hand: closer together where it is high."""


@dataclass(frozen=True)
class Shape:
    """The size of the network."""

    width: int = 256
    layers: int = 4
    heads: int = 8
    window: int = 256
    policy: int = 256
    dropout: float = 0.15


@dataclass
class Batch:
    """Rows of decisions; several players can follow one another in a row.

    ``situations`` (rows, length, columns) are codes, ``before`` those of the decision before, with
    ``action``, ``size`` and ``held`` (two codes; 255: not seen) of that; ``fresh`` whether a new
    hand begins; ``statistics`` are of all that he did before. ``player`` tells the players of a row
    apart, and ``first`` is where one begins.
    """

    situations: Tensor
    before: Tensor
    action: Tensor
    size: Tensor
    held: Tensor
    fresh: Tensor
    first: Tensor
    player: Tensor
    statistics: Tensor


def hats(codes: Tensor) -> Tensor:
    """Nearness of a percentile (0 to 254) to each of the knots; all zero where it is unknown."""
    knots = torch.tensor(KNOTS, device=codes.device)
    values = codes.float() / 254.0
    right = torch.searchsorted(knots, values.contiguous()).clamp(1, len(KNOTS) - 1)
    left = right - 1
    share = (values - knots[left]) / (knots[right] - knots[left])
    share = share.clamp(0.0, 1.0)
    near = torch.zeros(*codes.shape, len(KNOTS), device=codes.device)
    near.scatter_(-1, left.unsqueeze(-1), (1 - share).unsqueeze(-1))
    near.scatter_add_(-1, right.unsqueeze(-1), share.unsqueeze(-1))
    return near * (codes < UNKNOWN).unsqueeze(-1)


class Attention(nn.Module):
    """Looks back over the last positions of the same player."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.drop = shape.dropout
        self.into = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)

    def forward(self, values: Tensor, bias: Tensor) -> Tensor:
        """The values that each position takes from those before it."""
        rows, length, width = values.shape
        parts = self.into(values).view(rows, length, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        attended = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=bias, dropout_p=self.drop if self.training else 0.0
        )
        return self.out(attended.transpose(1, 2).reshape(rows, length, width))


class Block(nn.Module):
    """Attention and a layer of neurons, each added to what came in."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(shape.width), nn.LayerNorm(shape.width)
        self.attention = Attention(shape)
        self.up = nn.Linear(shape.width, 4 * shape.width)
        self.down = nn.Linear(4 * shape.width, shape.width)
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, values: Tensor, bias: Tensor) -> Tensor:
        """The next values of all positions."""
        values = values + self.drop(self.attention(self.norm1(values), bias))
        hidden = functional.gelu(self.up(self.norm2(values)), approximate="tanh")
        return values + self.drop(self.down(hidden))


class Crowd(nn.Module):
    """The whole network: three heads on one trunk."""

    def __init__(self, shape: Shape, tables: list[Tensor], expected: Tensor) -> None:
        super().__init__()
        self.shape = shape
        rows = [len(table) for table in tables]
        starts = torch.tensor([sum(rows[:place]) for place in range(len(rows))])
        self.register_buffer("starts", starts, persistent=False)
        self.register_buffer("tables", torch.block_diag(*tables), persistent=False)
        inputs, width = self.tables.shape[1], shape.width
        self.now = nn.Linear(inputs, width)
        self.earlier = nn.Linear(inputs, width, bias=False)
        self.action = nn.Embedding(ACTIONS + 1, width)
        self.size = nn.Embedding(SIZES + 2, width)
        self.fresh = nn.Embedding(2, width)
        self.held = nn.Linear(2 * len(KNOTS), width, bias=False)
        self.late_in = nn.Linear(width + STATISTICS, width)
        self.late_out = nn.Linear(width, width)
        self.drop = nn.Dropout(shape.dropout)
        self.register_buffer("expected", expected)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.norm = nn.LayerNorm(width)
        self.actions = nn.Linear(width, ACTIONS)
        self.sizes = nn.Linear(width, SIZES)
        self.policy_trunk = nn.Linear(width, shape.policy)
        self.policy_hand = nn.Linear(2 * len(KNOTS), shape.policy, bias=False)
        self.policy_cards = nn.Embedding(STARTING_CLASSES, shape.policy)
        self.policy_out = nn.Linear(shape.policy, CLASSES)
        codes = torch.arange(UNKNOWN + 1)
        one_of = torch.eye(UNKNOWN + 1, STARTING_CLASSES)
        self.register_buffer("near", hats(codes), persistent=False)
        self.register_buffer("one_of", one_of, persistent=False)
        slopes = 2.0 ** -torch.linspace(1, 8, shape.heads)
        self.register_buffer("slopes", slopes, persistent=False)
        self.apply(_begin)

    def trunk(self, batch: Batch) -> Tensor:
        """The trunk's values at every position."""
        now = self.now(self._inputs(batch.situations))
        before = self.earlier(self._inputs(batch.before)) + self.action(batch.action)
        before = (
            before
            + self.size(batch.size)
            + self.held(functional.embedding(batch.held, self.near).flatten(-2))
        )
        nobody = batch.first.unsqueeze(-1)
        values = now + self.fresh(batch.fresh.long()) + before.masked_fill(nobody, 0.0)
        values = self.drop(values)
        bias = self._bias(batch.player).to(torch.bfloat16 if values.is_cuda else values.dtype)
        for block in self.blocks:
            values = block(values, bias)
        trunk = self.norm(values)
        both = torch.cat([trunk, batch.statistics.to(trunk.dtype)], -1)
        hidden = functional.gelu(self.late_in(both), approximate="tanh")
        return trunk + self.drop(self.late_out(hidden))

    def _inputs(self, codes: Tensor) -> Tensor:
        """The inputs that the codes of all columns stand for."""
        places = (codes.long() + self.starts).flatten(0, -2)
        inputs = functional.embedding_bag(places, self.tables, mode="sum")
        return inputs.view(*codes.shape[:-1], -1)

    def _bias(self, player: Tensor) -> Tensor:
        """By head what is taken from the attention to a position: all of it, or by distance."""
        places = torch.arange(player.shape[1], device=player.device)
        distance = places[:, None] - places[None, :]
        seen = (distance >= 0) & (distance < self.shape.window)
        seen = seen[None] & (player[:, :, None] == player[:, None, :])
        bias = -self.slopes[:, None, None] * distance.clamp(min=0)
        return torch.where(seen[:, None], bias[None], torch.tensor(-1e9, device=player.device))

    def policy(self, trunk: Tensor, held: Tensor) -> Tensor:
        """Scores of all classes with these hands; ``held`` has one more dimension.

        A hand is told by its two strengths now, and by its starting class.
        """
        near = functional.embedding(held[..., :2], self.near).flatten(-2)
        cards = functional.embedding(held[..., 2], self.one_of)
        # As one product: the gradient of a table looked up so often would take most of the time.
        weight = torch.cat([self.policy_hand.weight, self.policy_cards.weight.T], 1)
        hand = functional.linear(torch.cat([near, cards], -1), weight)
        hidden = functional.gelu(self.policy_trunk(trunk).unsqueeze(-2) + hand, approximate="tanh")
        return self.policy_out(hidden)


def _begin(module: nn.Module) -> None:
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)
