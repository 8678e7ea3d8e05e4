"""Columns in and out.

In: a column of numbers is an object with a buffer of the right kind (a NumPy array, an
array.array), which is passed without copying, or any sequence of ints. A column of strings is a
sequence of str, or a pair (bytes, offsets) of such buffers. None means that all rows have the
default.

Out: a column of numbers is a memoryview, a column of strings a Strings; both show the library's
memory and keep it alive. numpy.asarray(view) does not copy.
"""

import array
import collections.abc
import ctypes

from bayplan import _native

# Kind of number: type code of array.array and memoryview, and how else NumPy may call it.
INT64, INT32, UINT32, UINT8 = "q", "i", "I", "B"
_SAME = {INT64: "ql", INT32: "il", UINT32: "IL", UINT8: "B?"}
_SIZE = {INT64: 8, INT32: 4, UINT32: 4, UINT8: 1}

OPERATORS = ("in", "not-in", "exists", "does-not-exist")


class Frame:
    """Builds one struct of columns; owns what the struct points to."""

    def __init__(self, struct, count):
        self.struct = struct(size=ctypes.sizeof(struct), count=count)
        self.count = count
        self._owners = []

    def numbers(self, values, kind, name, count=None):
        """The address of a column of `count` numbers, or None for None."""
        if values is None:
            return None
        buffer = _as_buffer(values, kind, name)
        wanted = self.count if count is None else count
        if len(buffer) != wanted:
            raise ValueError(f"{name} has {len(buffer)} rows; the batch has {wanted}")
        self._owners.append(buffer)
        return _address(buffer, self._owners)

    def strings(self, values, name, count=None):
        """A string column of `count` rows; empty for None."""
        if values is None:
            return _native.StrColumn()
        wanted = self.count if count is None else count
        if isinstance(values, tuple) and len(values) == 2 and not isinstance(values[0], str):
            data, offsets = values
        else:
            encoded = [_native.encode(value) for value in values]
            data, offsets = b"".join(encoded), _offsets(len(value) for value in encoded)
        bytes_view = memoryview(data).cast("B")
        offsets = _as_buffer(offsets, UINT32, name + ".offsets")
        address = self.numbers(offsets, UINT32, name + ".offsets", wanted + 1)
        if offsets[-1] > len(bytes_view):
            raise ValueError(
                f"{name}: offsets end at {offsets[-1]}; there are {len(bytes_view)} bytes")
        self._owners.append(bytes_view)
        return _native.StrColumn(_address(bytes_view, self._owners), address)

    def resources(self, amounts, prefix):
        """Six columns, of which `amounts` has those that are given, by dimension."""
        return _native.ResourceColumns(**{
            dimension: self.numbers(values, INT64, f"{prefix}{dimension}")
            for dimension, values in amounts.items()})

    def string_lists(self, lists, name):
        """A list of strings per row."""
        if lists is None:
            return _native.StrListColumn()
        return self._lists(lists, name, self.count)

    def constraints(self, lists, name):
        """Per row a list of (attribute, operator, values)."""
        if lists is None:
            return _native.ConstraintColumns()
        flat = [constraint for row in lists for constraint in row]
        first = self.numbers(_offsets(len(row) for row in lists), UINT32, name, self.count + 1)
        op = [OPERATORS.index(op) for _, op, *_ in flat]
        values = [rest[0] if rest else [] for _, _, *rest in flat]
        return _native.ConstraintColumns(
            first, self.strings([attribute for attribute, *_ in flat], name, len(flat)),
            self.numbers(op, UINT8, name, len(flat)), self._lists(values, name, len(flat)))

    def attributes(self, rows, name):
        """Per row a mapping from attribute to value."""
        if rows is None:
            return _native.AttributeColumns()
        flat = [item for row in rows for item in row.items()]
        first = self.numbers(_offsets(len(row) for row in rows), UINT32, name, self.count + 1)
        return _native.AttributeColumns(
            first, self.strings([key for key, _ in flat], name, len(flat)),
            self.strings([value for _, value in flat], name, len(flat)))

    def _lists(self, lists, name, count):
        flat = [item for row in lists for item in row]
        first = self.numbers(_offsets(len(row) for row in lists), UINT32, name, count + 1)
        return _native.StrListColumn(first, self.strings(flat, name, len(flat)))


def row_count(strings):
    """How many rows a string column has."""
    pair = isinstance(strings, tuple) and len(strings) == 2 and not isinstance(strings[0], str)
    return max(0, len(strings[1]) - 1) if pair else len(strings)


def _offsets(lengths):
    total, result = 0, array.array(UINT32, [0])
    for length in lengths:
        total += length
        result.append(total)
    return result


def _as_buffer(values, kind, name):
    try:
        view = memoryview(values)
    except TypeError:
        return memoryview(array.array(kind, values))
    code = (view.format or "B").lstrip("@=<")
    if view.ndim != 1 or view.itemsize != _SIZE[kind] or code not in _SAME[kind]:
        raise TypeError(
            f"{name} is a buffer of {view.ndim} dimensions and format {view.format!r}; "
            f"valid is one of {8 * _SIZE[kind]}-bit integers, format {kind!r}")
    if not view.contiguous:
        return memoryview(array.array(kind, view.tolist()))
    return view.cast("B").cast(kind) if view.nbytes else memoryview(array.array(kind))


def _address(view, owners):
    """The address of a contiguous buffer; whatever must live with it goes to `owners`."""
    if view.nbytes == 0:
        keeper = ctypes.create_string_buffer(8)  # an empty column is not an absent one
    elif not view.readonly:
        keeper = (ctypes.c_char * view.nbytes).from_buffer(view)
    elif getattr(view.obj, "nbytes", -1) == view.nbytes and hasattr(
            view.obj, "__array_interface__"):
        return view.obj.__array_interface__["data"][0]
    elif isinstance(view.obj, bytes) and len(view.obj) == view.nbytes:
        return ctypes.cast(ctypes.c_char_p(view.obj), ctypes.c_void_p).value
    else:
        keeper = ctypes.create_string_buffer(view.tobytes(), view.nbytes)
    owners.append(keeper)
    return ctypes.addressof(keeper)


def numbers(address, count, kind, owner):
    """A memoryview of a column of the library's; keeps `owner`, whose memory it is."""
    if not address or not count:
        return memoryview(array.array(kind))
    memory = (ctypes.c_char * (count * _SIZE[kind])).from_address(address)
    memory.owner = owner
    return memoryview(memory).cast("B").cast(kind).toreadonly()


class Strings(collections.abc.Sequence):
    """A column of strings of the library's. `bytes` and `offsets` are its memory."""

    def __init__(self, column, count, owner):
        self.offsets = numbers(column.offsets, count + 1, UINT32, owner)
        total = self.offsets[count] if len(self.offsets) else 0
        self.bytes = numbers(column.bytes, total, UINT8, owner)
        self._count = count

    def __len__(self):
        return self._count

    def __getitem__(self, row):
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(self._count))]
        if row < 0:
            row += self._count
        if not 0 <= row < self._count:
            raise IndexError(row)
        if not len(self.offsets):
            return ""
        data = bytes(self.bytes[self.offsets[row]:self.offsets[row + 1]])
        return data.decode("utf-8", "surrogateescape")


def read_constraints(columns, count, owner):
    """Per row a list of (attribute, operator, values)."""
    first = numbers(columns.first, count + 1, UINT32, owner)
    if not len(first):
        return [[] for _ in range(count)]
    total = first[count]
    attribute = Strings(columns.attribute, total, owner)
    op = numbers(columns.op, total, UINT8, owner)
    first_value = numbers(columns.values.first, total + 1, UINT32, owner)
    value = Strings(columns.values.item, first_value[total] if len(first_value) else 0, owner)
    flat = [(attribute[i], OPERATORS[op[i]], value[first_value[i]:first_value[i + 1]])
            for i in range(total)]
    return [flat[first[row]:first[row + 1]] for row in range(count)]
