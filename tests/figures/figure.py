"""Collects the functions that make figures."""


def into(figures):
    """A decorator that adds a function to a list.

    `change` has arguments of `update_chart`; `template` is the name that the figure's template has for the widget.
    """

    def register(template=None, **change):
        def add(make):
            make.change, make.template = change, template
            figures.append(make)
            return make

        return add

    return register
