"""Views of a domain and its problem: types, uses of predicates, enabling actions, and facts."""
