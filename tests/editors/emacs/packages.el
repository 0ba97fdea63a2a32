;;; packages.el --- The packages of Debian, in an Emacs that knows no site  -*- lexical-binding: t; -*-

(require 'package)
(setq native-comp-enable-subr-trampolines nil
      native-comp-deferred-compilation nil
      native-comp-jit-compilation nil)
(when (file-directory-p "/usr/share/emacs/site-lisp/elpa")
  (add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa"))
(package-initialize)

;;; packages.el ends here
