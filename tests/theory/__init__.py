"""Tests of `theory`."""
