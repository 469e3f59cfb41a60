"""Programs for those who work on the package, run from the checkout."""
