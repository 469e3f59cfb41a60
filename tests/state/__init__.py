"""Tests of `state`."""
