"""For the reference of the documentation site: fields of records are listed even if their names say enough."""

from typing import Any

from griffe import Class, Docstring, Extension


class Fields(Extension):
    def on_class(self, *, cls: Class, **_: Any) -> None:
        for field in cls.attributes.values():
            if field.docstring is None and field.annotation is not None and field.is_public:
                field.docstring = Docstring(" ", parent=field)
