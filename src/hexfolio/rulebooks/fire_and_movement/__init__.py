"""Fire & Movement: the standard rules in three editions. A chapter is a module, a rule is a method."""
