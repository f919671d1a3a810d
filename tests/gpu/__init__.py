"""What only a CUDA device can show: `python tests/gpu/run.py`, or make test-gpu."""
