"""One layer of a small neural network, for many rows: quicker than BLAS where it has threads."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from villain.kernels.compiled import summing_kernel

Numbers: TypeAlias = npt.NDArray[np.float32]


@summing_kernel
def layer(values: Numbers, weights: Numbers, biases: Numbers, rectified: bool) -> Numbers:
    """Rows times weights plus biases; of rectified rows only what is above zero counts."""
    outputs = np.empty((len(values), len(biases)), np.float32)
    for row in range(len(values)):
        for out in range(len(biases)):
            outputs[row, out] = biases[out]
        for into in range(values.shape[1]):
            value = values[row, into]
            if value > 0.0 or (value < 0.0 and not rectified):
                for out in range(len(biases)):
                    outputs[row, out] += value * weights[into, out]
    return outputs
