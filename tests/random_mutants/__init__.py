"""Mutants nobody chose: single small changes of the rulebooks' code, drawn at random, and what notices them.

`operators` and `sites` say where code can be changed, `patching` puts a change into the loaded program,
`touching` knows which cases and games run which line, `catching` lets them loose on one mutant in a process
of its own, `running` does so with many, `report` writes down what came of it.
"""
