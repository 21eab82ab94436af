"""An ONNX Runtime session that leaves the processor to others while it waits; no PyTorch."""

from __future__ import annotations

from pathlib import Path

import onnxruntime


def open_session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """A session over the model at `path`."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options)
