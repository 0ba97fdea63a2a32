"""Editor features: a snapshot and an offset in, plain data out.

Nothing here knows LSP and its positions: results are spans and edits.
"""
