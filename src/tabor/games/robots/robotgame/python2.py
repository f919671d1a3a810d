"""What Python 2 had and Python 3 has not, for converted bots: a converted bot's file begins with this text.

The names here take the place of Python 3's, so `map`, `sorted` or `cmp` mean what they meant; what cannot be had by a
name (`a / b`, `a < b`, `x.keys()`) is written as a call of a `_py2_…` function by the converter. The text is executed
in a module of its own, so a bot that calls its variable `list` or `min` does no harm. Standard library alone.
"""

# ruff: noqa: B905, N801, N802, UP031
# mypy: ignore-errors
# It replaces builtins on purpose, which types cannot follow.

import builtins as _builtins
import functools as _functools
import sys as _sys
import types as _types

# Names that are gone.
unicode, basestring, long, unichr, xrange = str, str, int, chr, range
raw_input, reduce, intern = input, _functools.reduce, _sys.intern
StandardError = Exception


def apply(function, args=(), kwargs=None):
    return function(*args, **(kwargs or {}))


def reload(module):
    return module


# Functions that gave lists.


def range(*args):
    return list(_builtins.range(*args))


def zip(*rows):
    return list(_builtins.zip(*rows))


def map(function, *rows):
    if len(rows) == 1:
        return list(rows[0]) if function is None else [function(item) for item in rows[0]]
    rows = [list(row) for row in rows]
    longest = max(len(row) for row in rows)
    columns = [tuple(row[i] if i < len(row) else None for row in rows) for i in _builtins.range(longest)]
    return columns if function is None else [function(*column) for column in columns]


def filter(function, items):
    kept = list(_builtins.filter(function, items))
    if isinstance(items, str):
        return "".join(kept)
    return tuple(kept) if isinstance(items, tuple) else kept


def round(number, digits=0):
    """Away from zero at a half, and a float, always."""
    scaled = abs(float(number)) * 10.0**digits
    whole = float(int(scaled + 0.5)) if scaled < 2.0**52 else scaled
    return (whole if number >= 0 else -whole) / 10.0**digits


# The order of unlike things: None, numbers, then by the name of the type.


def _py2_cmp(a, b):
    try:
        return 0 if a == b else -1 if a < b else 1 if a > b else _py2_rank(a, b)
    except TypeError:
        return _py2_rank(a, b)


cmp = _py2_cmp


def _py2_rank(a, b):
    for kind in (tuple, list):
        if isinstance(a, kind) and isinstance(b, kind):
            return next((_py2_cmp(x, y) for x, y in _builtins.zip(a, b) if x != y), 0)
    if isinstance(a, dict) and isinstance(b, dict):
        return _py2_rank_dicts(a, b)
    first, second = _py2_kind(a), _py2_kind(b)
    return (first > second) - (first < second)  # equal for objects without an order, where Python 2 took addresses


def _py2_rank_dicts(a, b):
    if len(a) != len(b):
        return -1 if len(a) < len(b) else 1
    first, second = ([key for key in x if key not in y or x[key] != y[key]] for x, y in ((a, b), (b, a)))
    if not first:
        return 0
    low, high = min(first), min(second)
    return _py2_cmp(low, high) or _py2_cmp(a[low], b[high])


def _py2_kind(value):
    if value is None:
        return (0, "")
    return (1, "") if isinstance(value, (int, float)) else (2, type(value).__name__)


def _py2_lt(a, b):
    try:
        return a < b
    except TypeError:
        return cmp(a, b) < 0


def _py2_le(a, b):
    try:
        return a <= b
    except TypeError:
        return cmp(a, b) <= 0


def _py2_gt(a, b):
    try:
        return a > b
    except TypeError:
        return cmp(a, b) > 0


def _py2_ge(a, b):
    try:
        return a >= b
    except TypeError:
        return cmp(a, b) >= 0


def sorted(items, cmp=None, key=None, reverse=False):
    ordered = list(items)
    _py2_sort(ordered, cmp, key, reverse)
    return ordered


def _py2_sort(items, *args, **options):
    if getattr(type(items), "sort", None) is not list.sort:
        return items.sort(*args, **options)
    return _py2_sort_list(items, *args, **options)


def _py2_sort_list(items, cmp=None, key=None, reverse=False):
    if cmp is None:
        try:
            return items.sort(key=key, reverse=reverse)
        except TypeError:  # unlike things: the list is sorted in part, which does no harm
            cmp = _py2_cmp
    compared = _functools.cmp_to_key(cmp)
    return items.sort(key=compared if key is None else lambda item: compared(key(item)), reverse=reverse)


def min(*args, **options):
    return _py2_extreme(_builtins.min, args, **options)


def max(*args, **options):
    return _py2_extreme(_builtins.max, args, **options)


def _py2_extreme(function, args, key=None):
    items = list(args[0]) if len(args) == 1 else args
    try:
        return function(items, key=key)
    except TypeError:
        compared = _functools.cmp_to_key(cmp)
        return function(items, key=compared if key is None else lambda item: compared(key(item)))


# Division: whole numbers give whole numbers.


def _py2_div(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    return a // b if _py2_is_whole(a) and _py2_is_whole(b) else a / b


def _py2_is_whole(number):
    """Also for numbers and arrays of NumPy."""
    return isinstance(number, int) or getattr(getattr(number, "dtype", None), "kind", "") in ("i", "u")


# Methods that are gone or gave lists. A bot's own method of that name is still called.

_py2_views = (type({}.keys()), type({}.values()), type({}.items()))


def _py2_list(result):
    return list(result) if isinstance(result, _py2_views) else result


def _py2_keys(x):
    return _py2_list(x.keys())


def _py2_values(x):
    return _py2_list(x.values())


def _py2_items(x):
    return _py2_list(x.items())


def _py2_iterkeys(x):
    return x.iterkeys() if hasattr(x, "iterkeys") else iter(x.keys())


def _py2_itervalues(x):
    return x.itervalues() if hasattr(x, "itervalues") else iter(x.values())


def _py2_iteritems(x):
    return x.iteritems() if hasattr(x, "iteritems") else iter(x.items())


def _py2_has_key(x, key):
    return x.has_key(key) if hasattr(x, "has_key") else key in x


def _py2_next(x):
    return x.next() if hasattr(x, "next") else next(x)


def _py2_decode(x, codec="ascii", *errors):
    if isinstance(x, str):
        return _py2_recode(x, codec, "decode")
    return x.decode(codec, *errors)


def _py2_encode(x, codec="ascii", *errors):
    return _py2_recode(x, codec, "encode") if isinstance(x, str) else x.encode(codec, *errors)


def _py2_recode(text, codec, direction):
    """Text stays text, as str did; hex, base64, zlib and rot13 work on it as on bytes."""
    import codecs

    if codec.replace("_", "").lower() not in ("hex", "base64", "zlib", "zip", "bz2"):
        return codecs.encode(text, "rot13") if codec.replace("_", "").lower() == "rot13" else text
    return getattr(codecs, direction)(text.encode("latin-1"), codec).decode("latin-1")


# Methods with new names: base classes that lead the new ones to the old.


class _py2_Ordered:
    """For classes with __cmp__."""

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self.__cmp__(other) == 0

    def __ne__(self, other):
        return self.__cmp__(other) != 0

    def __lt__(self, other):
        return self.__cmp__(other) < 0

    def __le__(self, other):
        return self.__cmp__(other) <= 0

    def __gt__(self, other):
        return self.__cmp__(other) > 0

    def __ge__(self, other):
        return self.__cmp__(other) >= 0


class _py2_Iterator:
    """For classes with __iter__ and next."""

    def __next__(self):
        return self.next()


class _py2_Truth:
    """For classes with __nonzero__."""

    def __bool__(self):
        return bool(self.__nonzero__())


class _py2_Hashed:
    """For classes with __eq__ and without __hash__, which Python 3 lets into no set."""

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if vars(cls).get("__hash__", cls) is None:
            cls.__hash__ = object.__hash__


class _py2_Division:
    """For classes with __div__."""

    def __truediv__(self, other):
        return self.__div__(other)


# Stored source.


def exec(source, names=None, local_names=None):
    """Source that stands as text in the bot's file was converted with it; what is made while it runs was not."""
    if isinstance(source, (bytes, bytearray)):
        source = bytes(source).decode("latin-1")
    code = _py2_compiled(source) if isinstance(source, str) else source
    if names is None:
        _py2_exec_here(code, _sys._getframe(1))
        return
    if "__builtins__" not in names:
        names["__builtins__"] = {**vars(_builtins), **{n: globals()[n] for n in _py2_names}}
    _builtins.exec(code, names, names if local_names is None else local_names)


def _py2_compiled(source):
    try:
        return compile(source, "<stored source>", "exec")
    except TabError:
        return _py2_compiled(_py2_without_tabs(source))
    except SyntaxError as error:
        raise SyntaxError(
            "the bot executes source that it makes while it runs, and that is no Python 3 (%s, line %s); "
            "only source that stands in its file as text can be converted" % (error.msg, error.lineno)
        ) from None


def _py2_without_tabs(source):
    """Tabs that begin a line are eight columns wide, as Python 2 read them."""
    lines = [(line, line.lstrip(" \t")) for line in source.split("\n")]
    return "\n".join(line[: len(line) - len(rest)].expandtabs(8) + rest for line, rest in lines)


def _py2_exec_here(code, frame):
    """New variables of a function became local; Python 3 looks for them among the global ones."""
    names, found = frame.f_globals, dict(frame.f_locals)
    if frame.f_locals is names:
        _builtins.exec(code, names)
    else:
        known = set(found)
        _builtins.exec(code, names, found)
        names.update((name, value) for name, value in found.items() if name not in known)


# Modules: copies with what Python 2 had in them; the real ones stay as they are.


class _py2_Module(_types.ModuleType):
    """A module with more in it."""

    def __init__(self, real, more):
        super().__init__(real.__name__, real.__doc__)
        if real is not _sys:  # what is in sys changes
            self.__dict__.update(vars(real))
        self.__dict__.update(more, _py2_real=real)

    def __getattr__(self, name):
        return getattr(self.__dict__["_py2_real"], name)

    def __setattr__(self, name, value):
        self.__dict__[name] = value
        setattr(self.__dict__["_py2_real"], name, value)


_py2_renamed = {
    "cPickle": "pickle", "Queue": "queue", "StringIO": "io", "cStringIO": "io", "ConfigParser": "configparser",
    "__builtin__": "builtins", "copy_reg": "copyreg", "thread": "_thread", "sets": "builtins", "exceptions": "builtins",
}  # fmt: skip
_py2_modules = {}


def _py2_module(name):
    if name not in _py2_modules:
        real = __import__(_py2_renamed.get(name, name))
        more = globals().get("_py2_in_" + name)
        _py2_modules[name] = _py2_Module(real, more(real) if more else {})
    return _py2_modules[name]


def _py2_star(name):
    """For `from name import *`."""
    found = vars(_py2_module(name))
    return {n: found[n] for n in found if not n.startswith("_")}


def _py2_in_sys(sys):
    return {"maxint": sys.maxsize, "setdefaultencoding": lambda name: None, "exc_clear": lambda: None}


def _py2_in_time(time):
    return {"clock": time.process_time}


def _py2_in_string(string):
    return {
        "letters": string.ascii_letters, "lowercase": string.ascii_lowercase, "uppercase": string.ascii_uppercase,
        "join": lambda words, between=" ": between.join(words), "split": lambda text, *args: text.split(*args),
        "replace": lambda text, *args: text.replace(*args), "strip": lambda text, *args: text.strip(*args),
        "lower": lambda text: text.lower(), "upper": lambda text: text.upper(), "atoi": int, "atof": float,
        "find": lambda text, *args: text.find(*args), "zfill": lambda text, n: str(text).zfill(n),
        "maketrans": str.maketrans,
    }  # fmt: skip


def _py2_in_base64(base64):
    def as_text(function):
        def convert(text, *args):
            return function(text.encode("latin-1") if isinstance(text, str) else text, *args).decode("latin-1")

        return convert

    return {
        "decodestring": as_text(base64.decodebytes), "encodestring": as_text(base64.encodebytes),
        "b64decode": as_text(base64.b64decode), "b64encode": as_text(base64.b64encode),
        "standard_b64decode": as_text(base64.b64decode), "urlsafe_b64decode": as_text(base64.urlsafe_b64decode),
    }  # fmt: skip


def _py2_in_zlib(zlib):
    def decompress(data, *args):
        if isinstance(data, str):
            return zlib.decompress(data.encode("latin-1"), *args).decode("latin-1")
        return zlib.decompress(data, *args)

    return {"decompress": decompress}


def _py2_in_random(random):
    def sample(population, count):
        """Also of a set, in an order that is the same each time."""
        if isinstance(population, (set, frozenset)):
            population = sorted(population)
        return random.sample(population, count)

    def jumpahead(n):
        random.seed((random.random(), n).__repr__())

    return {"sample": sample, "jumpahead": jumpahead}


def _py2_in_itertools(itertools):
    return {
        "izip": _builtins.zip, "imap": _builtins.map, "ifilter": _builtins.filter,
        "izip_longest": itertools.zip_longest, "ifilterfalse": itertools.filterfalse,
    }  # fmt: skip


def _py2_in_operator(operator):
    return {
        "div": _py2_div, "isCallable": callable, "sequenceIncludes": operator.contains,
        "lt": _py2_lt, "le": _py2_le, "gt": _py2_gt, "ge": _py2_ge,
    }  # fmt: skip


def _py2_in_math(math):
    return {name: _py2_float(getattr(math, name)) for name in ("floor", "ceil")}


def _py2_float(function):
    return lambda number: float(function(number))


def _py2_in_heapq(heapq):
    """Heaps of unlike things: entries are compared in Python 2's order when Python 3 refuses."""

    def push(heap, item):
        before = heap[:]
        try:
            heapq.heappush(heap, item)
        except TypeError:
            heap[:] = sorted([*before, item])

    def pop(heap):
        before = heap[:]
        try:
            return heapq.heappop(heap)
        except TypeError:
            ordered = sorted(before)
            heap[:] = ordered[1:]
            return ordered[0]

    def heapify(heap):
        _py2_sort_list(heap)

    return {"heappush": push, "heappop": pop, "heapify": heapify}


def _py2_in_collections(collections):
    import collections.abc as abc

    return {name: getattr(abc, name) for name in abc.__all__}


def _py2_in_types(types):
    kinds = {
        "Int": int, "Long": int, "Float": float, "Boolean": bool, "List": list, "Tuple": tuple, "Dict": dict,
        "String": str, "Unicode": str, "None": type(None), "Type": type, "Class": type, "Object": object,
    }  # fmt: skip
    return {name + "Type": kind for name, kind in kinds.items()} | {"StringTypes": (str,)}


def _py2_in_StringIO(io):
    return {"StringIO": io.StringIO}


def _py2_in_sets(_):
    return {"Set": set, "ImmutableSet": frozenset}


_py2_names = [name for name in globals() if not name.startswith("__")]
