"""What the documentation is made with: pages that the programs say themselves, the site, man pages.

    python -m manual site     # build/site, from the pages of the repository and those made here

What is made is not committed; `make docs` makes it. Nothing here is installed. A module makes one
kind of page: its `pages` gives texts by the path they have on the site.
"""
