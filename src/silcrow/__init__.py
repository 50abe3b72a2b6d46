"""Silcrow reads long documents by their structure."""

__version__ = "0.1.0"
