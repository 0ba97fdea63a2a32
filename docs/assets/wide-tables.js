// A table that is wider than the window is moved sideways by the keys, too: the box around it, which
// the theme makes, gets the focus while there is something to move.
(() => {
  const BOX = '.md-typeset__scrollwrap';
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => judge(target.closest(BOX))));

  function judge(box) {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
      box.setAttribute('role', 'group');
      box.setAttribute('aria-label', 'a wide table');
    } else {
      ['tabindex', 'role', 'aria-label'].forEach((name) => box.removeAttribute(name));
    }
  }

  function watch() {
    for (const table of document.querySelectorAll(`${BOX} table`)) {
      sizes.observe(table);
      sizes.observe(table.closest(BOX));
    }
  }

  // The theme makes the boxes when its own script has come, before or after this one.
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
  watch();
})();
