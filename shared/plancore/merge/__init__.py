"""Three versions of a domain or problem made one: base, ours and theirs, literal by literal."""
