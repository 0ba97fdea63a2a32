"""Generate documentation: pages from the programs themselves, the site, man pages.

    python -m manual site     # build/site, from the pages of the repository and generated ones

Generated files are not committed; `make docs` makes them. Nothing here is installed. A module makes
one kind of page: its function `pages` returns texts by their paths on the site.
"""
