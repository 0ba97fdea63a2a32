"""The built-in domains: a module each, with the domain and a generator of its problems."""
