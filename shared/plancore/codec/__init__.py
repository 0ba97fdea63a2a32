"""Codecs: translation of states, actions and goals between a reference and a learned model."""
