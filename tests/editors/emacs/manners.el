;;; manners.el --- What checkdoc and package-lint say of files  -*- lexical-binding: t; -*-

(require 'checkdoc)

(defun manners-of (file)
  "Print what is said of FILE."
  (let ((checkdoc-create-error-function
         (lambda (text &rest _)
           (princ (format "%s: %s\n" file text))
           nil)))
    (with-current-buffer (find-file-noselect file)
      (checkdoc-current-buffer t)
      (dolist (said (package-lint-buffer))
        (princ (format "%s:%S\n" file said))))))

(if (not (require 'package-lint nil t))
    (princ "no package-lint\n")
  (mapc #'manners-of command-line-args-left)
  (princ "done\n"))

;;; manners.el ends here
