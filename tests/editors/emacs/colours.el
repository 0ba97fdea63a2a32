;;; colours.el --- How words are coloured  -*- lexical-binding: t; -*-

;; emacs --batch -L editors/emacs -l colours.el PLACES ANSWERS

(require 'json)
(require 'pddl-mode)
(require 'plan-mode)

(defun colours--face-at (line column)
  "The name of the face of the character at LINE and COLUMN, empty without one."
  (goto-char (point-min))
  (forward-line (1- line))
  (forward-char column)
  (let ((face (get-text-property (point) 'face)))
    (symbol-name (or (if (listp face) (car face) face) '##))))

(defun colours--of-file (file places)
  "The faces at PLACES of FILE."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix))
      (insert-file-contents file t))
    (set-auto-mode)
    (font-lock-ensure)
    (apply #'vector (mapcar (lambda (place) (colours--face-at (aref place 0) (aref place 1))) places))))

(let* ((asked (pop command-line-args-left))
       (answers (pop command-line-args-left))
       (said (make-hash-table :test #'equal))
       (json-key-type 'string))
  (maphash (lambda (file places) (puthash file (colours--of-file file places) said))
           (with-temp-buffer
             (insert-file-contents asked)
             (json-parse-buffer)))
  (with-temp-file answers
    (insert (json-encode said))))

;;; colours.el ends here
