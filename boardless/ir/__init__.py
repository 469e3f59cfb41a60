"""The intermediate representation: typed nodes of expressions and statements."""
