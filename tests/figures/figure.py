"""Collects the functions that make figures."""


def into(figures):
    """A decorator that adds a function to a list, with a change of its figure: `restyle` and `layout` of `update_chart`."""

    def register(**change):
        def add(make):
            make.change = change
            figures.append(make)
            return make

        return add

    return register
