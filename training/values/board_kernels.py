"""Two loops over run-outs for many boards at once: by Triton on a GPU, by PyTorch elsewhere."""

import torch

try:  # it comes with PyTorch for CUDA, and with no other
    import triton
    import triton.language as tl
except ImportError:  # pragma: no cover
    triton = None

_TILE, _BLOCK, _BINS = 64, 64, 16


def win_differences(ranks: torch.Tensor) -> torch.Tensor:
    """How many run-outs each holding wins against each, less those that it loses.

    ``ranks`` are by board, run-out and holding; with 0 somewhere a run-out does not count there.
    """
    many, runouts, size = ranks.shape
    differences = torch.zeros((many, size, size), dtype=torch.int16, device=ranks.device)
    if ranks.is_cuda:
        ranks = ranks.contiguous()
        tiles = triton.cdiv(size, _TILE)
        _compare[(many, tiles, tiles)](ranks, differences, runouts, size, tile=_TILE)
        return differences
    for row in ranks.transpose(0, 1):
        one, other = row[:, :, None], row[:, None]
        possible = (one > 0) & (other > 0)
        differences += possible * torch.sign(one - other)
    return differences


def standings_spread(
    running: torch.Tensor, low: torch.Tensor, high: torch.Tensor, count: int, bins: int
) -> torch.Tensor:
    """Histograms over run-outs of each holding's standing among rivals, in soft steps.

    ``running`` has sums of the rivals' weights in the order of strength, by board, range, run-out
    and place; the first ``count`` places are those of holdings that are possible. ``low`` and
    ``high`` are by board, run-out and holding: the places where those begin that are as strong,
    and where they end; low is -1 where a holding is not possible.
    """
    boards, rows, runouts, size = running.shape
    if running.is_cuda:
        spread = torch.empty((boards, rows, size, bins), device=running.device)
        grid = (boards * rows, triton.cdiv(size, _BLOCK))
        numbers = (rows, runouts, size, count, bins)
        _spread[grid](running, low, high, spread, *numbers, block=_BLOCK, most=_BINS)
        return spread
    before = torch.nn.functional.pad(running, (1, 0))
    shape = (boards, rows, runouts, size)
    below = before.gather(3, low.clamp(min=0).long()[:, None].expand(shape))
    above = before.gather(3, high.long()[:, None].expand(shape))
    total = running[..., count - 1 : count]
    steps = (below + above) / 2 / total.clamp(min=1e-30) * (bins - 1)
    known = ((low >= 0)[:, None] & (total > 0)).float()
    soft = [((1 - (steps - b).abs()).clamp(min=0) * known).sum(dim=2) for b in range(bins)]
    times = (low >= 0).sum(dim=1).clamp(min=1)[:, None, :, None]
    return torch.stack(soft, dim=3) / times


if triton is not None:

    @triton.jit
    def _compare(
        ranks: tl.tensor, out: tl.tensor, runouts: tl.tensor, size: tl.tensor, tile: tl.constexpr
    ) -> None:
        """One tile of the table of win differences of a board."""
        board = tl.program_id(0).to(tl.int64)
        rows = tl.program_id(1) * tile + tl.arange(0, tile)
        columns = tl.program_id(2) * tile + tl.arange(0, tile)
        sums = tl.zeros((tile, tile), tl.int32)
        base = ranks + board * runouts * size
        for _ in range(runouts):
            one = tl.load(base + rows, mask=rows < size, other=0).to(tl.int32)[:, None]
            other = tl.load(base + columns, mask=columns < size, other=0).to(tl.int32)[None, :]
            sign = (one > other).to(tl.int32) - (one < other).to(tl.int32)
            sums += tl.where((one > 0) & (other > 0), sign, 0)
            base += size
        inside = (rows < size)[:, None] & (columns < size)[None, :]
        target = out + board * size * size + rows[:, None] * size + columns[None, :]
        tl.store(target, sums.to(tl.int16), mask=inside)

    @triton.jit
    def _spread(
        running: tl.tensor,
        low: tl.tensor,
        high: tl.tensor,
        out: tl.tensor,
        rows: tl.tensor,
        runouts: tl.tensor,
        size: tl.tensor,
        count: tl.tensor,
        bins: tl.tensor,
        block: tl.constexpr,
        most: tl.constexpr,
    ) -> None:
        """The histograms of some holdings for one range."""
        row = tl.program_id(0).to(tl.int64)
        holding = tl.program_id(1) * block + tl.arange(0, block)
        inside = holding < size
        bin_ = tl.arange(0, most)
        sums = tl.zeros((block, most), tl.float32)
        times = tl.zeros((block,), tl.float32)
        place = (row // rows) * runouts * size
        sum_ = running + row * runouts * size
        for _ in range(runouts):
            first = tl.load(low + place + holding, mask=inside, other=-1).to(tl.int32)
            last = tl.load(high + place + holding, mask=inside, other=0).to(tl.int32)
            possible = first >= 0
            below = tl.load(sum_ + first - 1, mask=possible & (first > 0), other=0.0)
            above = tl.load(sum_ + last - 1, mask=possible & (last > 0), other=0.0)
            total = tl.load(sum_ + count - 1)
            step = (below + above) * 0.5 / tl.maximum(total, 1e-30) * (bins - 1)
            soft = tl.maximum(1 - tl.abs(step[:, None] - bin_[None, :].to(tl.float32)), 0.0)
            sums += tl.where((possible & (total > 0))[:, None], soft, 0.0)
            times += possible.to(tl.float32)
            place += size
            sum_ += size
        sums = sums / tl.maximum(times, 1.0)[:, None]
        target = out + (row * size + holding[:, None]) * bins + bin_[None, :]
        tl.store(target, sums, mask=inside[:, None] & (bin_ < bins)[None, :])
