"""The errors that each operation can return, read from the source code of its view and everything that it calls.

A function raises the errors in its `raise` statements, those that it creates, and those after "Raises" in its
docstring. It also raises the errors of all functions that it mentions, except those that a surrounding `except`
catches. Calls through a registry can't be followed, so the docstring of the registry's function names their errors.
`bin/manage export_contracts` writes the result to `operation_errors.json`. A test compares the two, and the tests'
clients check each response against the documents.
"""

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ninja import NinjaAPI

from server.core import errors
from server.core.patches.ninja_api import iter_operations

ROOT: Final = Path(__file__).resolve().parent
OPERATION_ERRORS_FILE: Final = ROOT / "operation_errors.json"
# No request reaches these; they would only lengthen the search.
_EXCLUDED_FOLDERS: Final = ("migrations", "management", "demo")
# error_docs.py knows the errors of these declarations.
_DECLARATIONS: Final = {"Access", "TrxAccess", "Public"}
_RAISES: Final = re.compile(r"\bRaises\b((?:.|\n)*)")
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Key = tuple[str, str]  # module, and name in it: a function, a class, or Class.method
# The suffix of a module-level object's name that stands for its constructor arguments.
_ARGUMENTS: Final = "()"


@dataclass
class _Function:
    """The errors that one function raises directly, and its mentions with the errors caught around them."""

    raises: set[str] = field(default_factory=set)
    mentions: set[tuple[Key, frozenset[str]]] = field(default_factory=set)


class _Module:
    """The names of a module, and its functions."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree
        self.imports: dict[str, tuple[str, str | None]] = {}
        self.own: set[str] = set()
        self.assigned: dict[str, ast.expr] = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self.own.add(node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                self.assigned |= {each.id: node.value for each in targets if isinstance(each, ast.Name)}
        self.own |= set(self.assigned)
        for each in ast.walk(tree):
            if isinstance(each, ast.ImportFrom) and each.module and each.module.startswith("server"):
                for alias in each.names:
                    self.imports[alias.asname or alias.name] = (each.module, alias.name)
            elif isinstance(each, ast.Import):
                for alias in each.names:
                    if alias.name.startswith("server.") and alias.asname:
                        self.imports[alias.asname] = (alias.name, None)


class ErrorGraph:
    def __init__(self) -> None:
        self.modules = {name: _Module(name, tree) for name, tree in _iter_modules()}
        self.classes = {error.__name__: error for error in errors.list_classes()}
        self.functions: dict[Key, _Function] = {}
        self.methods: dict[Key, list[Key]] = {}
        self.declared_methods = {
            (module.name, f"{node.name}.{part.name}")
            for module in self.modules.values()
            for node in module.tree.body
            if isinstance(node, ast.ClassDef)
            for part in node.body
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        for module in self.modules.values():
            for name, value in module.assigned.items():
                if isinstance(value, ast.Call) and _list_names(value.func) & _DECLARATIONS:
                    continue
                # A table of functions, or an object with functions: a function that mentions it might call them.
                found = self.functions[module.name, name] = _Function()
                self._walk(value, found, module, None, frozenset())
                held = self.functions[module.name, f"{name}{_ARGUMENTS}"] = _Function()
                for argument in (*value.args, *value.keywords) if isinstance(value, ast.Call) else ():
                    self._walk(argument, held, module, None, frozenset())
            for node in module.tree.body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    self._read((module.name, node.name), node, module, None)
                elif isinstance(node, ast.ClassDef):
                    self._read_class(node, module)
        self.raised = self._propagate_errors()

    def errors_of(self, view: Callable[..., Any]) -> set[str]:
        inner = inspect.unwrap(view)
        made_by, is_closure, _ = inner.__qualname__.partition(".<locals>")
        found = set(self.raised.get((inner.__module__, made_by), ()))
        for each in inspect.getclosurevars(inner).nonlocals.values() if is_closure else ():
            if inspect.isfunction(each):
                found |= self.errors_of(each)
        return found

    def _read_class(self, node: ast.ClassDef, module: _Module) -> None:
        key = (module.name, node.name)
        self.methods[key] = []
        for part in node.body:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                own = (module.name, f"{node.name}.{part.name}")
                self.methods[key].append(own)
                self._read(own, part, module, node.name)
        whole = _Function(mentions={(own, frozenset()) for own in self.methods[key]})
        whole.mentions |= {(base, frozenset()) for each in node.bases if (base := self._resolve(each, module, None))}
        self.functions[key] = whole

    def _read(self, key: Key, node: ast.AST, module: _Module, owner: str | None) -> None:
        found = self.functions[key] = _Function()
        said = _RAISES.search(ast.get_docstring(node) or "")  # type: ignore[arg-type]
        if said:
            found.raises |= {name for name in _NAME.findall(said[1]) if name in self.classes}
        # A decorator with arguments declares something; one without is part of the function.
        plain = [each for each in node.decorator_list if isinstance(each, ast.Name)]  # type: ignore[attr-defined]
        for part in (*plain, *node.body):  # type: ignore[attr-defined]
            self._walk(part, found, module, owner, frozenset())

    def _walk(
        self, node: ast.AST, found: _Function, module: _Module, owner: str | None, caught: frozenset[str]
    ) -> None:
        if isinstance(node, ast.Try):
            inner = caught | {name for handler in node.handlers for name in self._list_caught(handler)}
            for part in node.body:
                self._walk(part, found, module, owner, inner)
            for rest in (*node.handlers, *node.orelse, *node.finalbody):
                self._walk(rest, found, module, owner, caught)
            return
        if isinstance(node, ast.Raise) and node.exc is not None:
            found.raises |= {name for name in _list_names(node.exc) if name in self.classes} - caught
        if isinstance(node, ast.Call):  # an error that is created is raised later, by its receiver
            made = self._resolve(node.func, module, owner)
            name = made[1].partition(".")[0] if made else ""
            if made and name in self.classes and self.classes[name].__module__ == made[0]:
                found.raises |= {name} - caught
        if isinstance(node, ast.Name | ast.Attribute) and self._add_mention(node, found, module, owner, caught):
            return
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            self._walk(node.value, found, module, owner, caught)
            return
        for child in ast.iter_child_nodes(node):
            self._walk(child, found, module, owner, caught)

    def _add_mention(
        self,
        node: ast.Name | ast.Attribute,
        found: _Function,
        module: _Module,
        owner: str | None,
        caught: frozenset[str],
    ) -> bool:
        """Adds the node's target to the mentions. Returns whether its parts need no further search."""
        key = self._resolve(node, module, owner)
        if key is not None:
            found.mentions.add((key, caught))
        if isinstance(node, ast.Attribute):
            if self._find_module(node.value, module):
                return True
            made = self._resolve(node.value, module, owner) if self._find_class(node.value, module) else None
            if made and key in self.declared_methods:  # of an object that a module creates once, with these arguments
                found.mentions.add(((made[0], f"{made[1]}{_ARGUMENTS}"), caught))
                return True
        handed_over = self._find_module(node, module)
        if handed_over:  # a module as a value: its receiver might call any function of it
            found.mentions |= {((handed_over, name), caught) for name in self.modules[handed_over].own}
        return False

    def _list_caught(self, handler: ast.ExceptHandler) -> set[str]:
        if handler.type is None or self._can_reraise(handler):
            return set()
        named = {self.classes[name] for name in _list_names(handler.type) if name in self.classes}
        return {name for name, each in self.classes.items() if any(issubclass(each, base) for base in named)} | (
            set(self.classes) if "ApiError" in _list_names(handler.type) else set()
        )

    def _can_reraise(self, handler: ast.ExceptHandler) -> bool:
        """Whether the handler raises the error again, or stores it for other code to raise."""
        raises = [part for part in ast.walk(handler) if isinstance(part, ast.Raise)]
        causes = {id(each.cause) for each in raises}
        kept = (
            part
            for part in ast.walk(handler)
            if isinstance(part, ast.Name) and part.id == handler.name and id(part) not in causes
        )
        return any(each.exc is None for each in raises) or any(True for _ in kept)

    def _resolve(self, node: ast.AST, module: _Module, owner: str | None) -> Key | None:
        """As far as the source shows."""
        if isinstance(node, ast.Name):
            if node.id in module.own:
                return (module.name, node.id)
            origin = module.imports.get(node.id)
            return self._follow_import(*origin) if origin else None
        if not isinstance(node, ast.Attribute):
            return None
        if isinstance(node.value, ast.Name):
            if node.value.id in ("self", "cls") and owner:
                return (module.name, f"{owner}.{node.attr}")
            origin = module.imports.get(node.value.id)
            if origin:
                name = ".".join(part for part in origin if part)
                if name in self.modules:
                    return self._follow_import(name, node.attr)
        base = self._find_class(node.value, module) or self._resolve(node.value, module, owner)
        return (base[0], f"{base[1]}.{node.attr}") if base and "." not in base[1] else None

    def _find_module(self, node: ast.AST, module: _Module) -> str | None:
        origin = module.imports.get(node.id) if isinstance(node, ast.Name) else None
        name = ".".join(part for part in origin if part) if origin else ""
        return name if name in self.modules else None

    def _find_class(self, node: ast.AST, module: _Module) -> Key | None:
        """The class of an object that a module creates once."""
        key = self._resolve(node, module, None) if isinstance(node, ast.Name) else None
        if key is None:
            return None
        made_in = self.modules[key[0]]
        value = made_in.assigned.get(key[1])
        if not isinstance(value, ast.Call):
            return None
        made = value.func.value if isinstance(value.func, ast.Subscript) else value.func
        return self._resolve(made, made_in, None)

    def _follow_import(self, module: str, name: str | None) -> Key | None:
        found = self.modules.get(module)
        if found is None or name is None:
            return None
        if name in found.own:
            return (module, name)
        again = found.imports.get(name)
        return self._follow_import(*again) if again and again != (module, name) else None

    def _propagate_errors(self) -> dict[Key, set[str]]:
        raised = {key: set(function.raises) for key, function in self.functions.items()}
        users: dict[Key, list[tuple[Key, frozenset[str]]]] = {}
        for key, function in self.functions.items():
            for mentioned, caught in function.mentions:
                users.setdefault(mentioned, []).append((key, caught))
        pending = [key for key in raised if raised[key]]
        while pending:
            key = pending.pop()
            for user, caught in users.get(key, ()):
                more = raised[key] - caught - raised[user]
                if more:
                    raised[user] |= more
                    pending.append(user)
        return raised


def _list_names(node: ast.AST) -> set[str]:
    found = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def _iter_modules() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(ROOT.rglob("*.py")):
        parts = file.relative_to(ROOT.parent).with_suffix("").parts
        if not set(parts) & set(_EXCLUDED_FOLDERS):
            is_package = parts[-1] == "__init__"
            yield ".".join(parts[:-1] if is_package else parts), ast.parse(file.read_text())


def build_content(*mounted: NinjaAPI) -> str:
    """Operation id -> the codes of the errors that its view raises, as JSON."""
    graph = ErrorGraph()
    found = {
        str(operation.operation_id): sorted({graph.classes[name].code for name in graph.errors_of(operation.view_func)})
        for operation in iter_operations(*mounted)
    }
    lines = [f" {json.dumps(name)}: {json.dumps(codes)}" for name, codes in sorted(found.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"
