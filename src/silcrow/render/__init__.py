"""Nouns as text that people and models read: Markdown when piped, fitted and painted on a terminal."""
