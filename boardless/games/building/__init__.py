"""The builder: scopes, candidates, and the module under construction, below the ludemes."""
