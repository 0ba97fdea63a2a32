"""Encoders and decoders between the language of a reference and that of a learned model."""
