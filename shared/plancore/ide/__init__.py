"""Editor features in editor terms: a snapshot and an offset in, plain data out.

**Absent on purpose**: LSP and its positions. What is here answers with spans and edits.
"""
