;;; indent.el --- Indents files and saves them  -*- lexical-binding: t; -*-

(require 'pddl-mode)

(dolist (file command-line-args-left)
  (with-current-buffer (find-file-noselect file)
    (unless (derived-mode-p 'pddl-mode)
      (error "The mode is %s" major-mode))
    (let ((inhibit-message t)
          (make-backup-files nil))
      (indent-region (point-min) (point-max))
      (save-buffer))))

;;; indent.el ends here
