"""Arrays that lie on a CUDA device, for PyTorch, JAX and CuPy to take without a copy: by DLPack, or as numba-cuda's."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

ON_CUDA = 2  # DLPack's number for the kind of device
CODES = {"i": 0, "u": 1, "f": 2}  # and for kinds of numbers
LEGACY_STREAM = 1  # what its users call the default stream
NAME = b"dltensor"


class Tensor(ctypes.Structure):
    """DLManagedTensor, the structure that two libraries hand each other."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("width", ctypes.c_uint8),
        ("lane_count", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


_lent: dict[int, Any] = {}  # what others still use, by the address of its structure


def give_back(address: int) -> None:
    _lent.pop(address, None)


def forget(capsule: int) -> None:
    """A capsule that nobody took; whoever takes it renames it, and gives the array back by the deleter."""
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule), NAME):
        _lent.pop(_address_in(ctypes.c_void_p(capsule), NAME), None)


_Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_give_back, _forget = _Callback(give_back), _Callback(forget)
_address_in = ctypes.pythonapi.PyCapsule_GetPointer
_address_in.restype, _address_in.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class DeviceArray:
    """An array on the device."""

    def __init__(self, array: Any, stream: int = 0) -> None:
        self.array = array  # numba-cuda's
        self.stream = stream  # on which it is written
        self.shape, self.dtype = tuple(array.shape), np.dtype(array.dtype)

    def __len__(self) -> int:
        return int(self.shape[0])

    def __repr__(self) -> str:
        return f"DeviceArray({self.dtype}{list(self.shape)})"

    def __getitem__(self, index: Any) -> DeviceArray:
        return DeviceArray(self.array[index], self.stream)

    def reshape(self, shape: tuple[int, ...]) -> DeviceArray:
        return DeviceArray(self.array.reshape(shape), self.stream)

    def copy_to_host(self) -> np.ndarray[Any, np.dtype[Any]]:
        return np.asarray(self.array.copy_to_host())

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        facts: dict[str, Any] = dict(self.array.__cuda_array_interface__)
        return facts

    def __dlpack_device__(self) -> tuple[int, int]:
        from numba import cuda

        return ON_CUDA, int(cuda.get_current_device().id)

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        """A capsule; the work on that stream begins when what is being written here is there."""
        if stream not in (None, -1, self.stream or LEGACY_STREAM):
            wait_for(self.stream, int(stream))
        sizes = (ctypes.c_int64 * len(self.shape))(*self.shape)
        steps = (ctypes.c_int64 * len(self.shape))(*(step // self.dtype.itemsize for step in self.array.strides))
        tensor = Tensor(
            *(self.array.__cuda_array_interface__["data"][0], *self.__dlpack_device__(), len(self.shape)),
            *(CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1, sizes, steps, 0, None),
            ctypes.cast(_give_back, ctypes.c_void_p).value,
        )
        address = ctypes.addressof(tensor)
        _lent[address] = (tensor, sizes, steps, self.array)
        return _new_capsule(address, NAME, ctypes.cast(_forget, ctypes.c_void_p))


def wait_for(first: int, then: int) -> None:
    """Let one stream wait for what another was told to do so far."""
    from numba import cuda

    done = cuda.event(timing=False)
    done.record(cuda.external_stream(first) if first else 0)
    done.wait(cuda.external_stream(then))
