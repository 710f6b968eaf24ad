"""The compiled kernels; everything else is in pyproject.toml."""

from setuptools import Extension, setup

# Optional: without a compiler the package installs all the same and uses its plain kernels.
setup(ext_modules=[Extension("hexfolio.core._kernel", ["src/hexfolio/core/_kernel.c"], optional=True)])
