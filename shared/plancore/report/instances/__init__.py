"""The instances of domains: how large they are."""
