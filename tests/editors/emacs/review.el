;;; review.el --- Looks at learned.pddl, takes a fix, looks again  -*- lexical-binding: t; -*-

;; REVIEW_REPORT=report.json emacs --batch -l init.el -l review.el learned.pddl

(load (expand-file-name "look.el" (file-name-directory load-file-name)) nil t)

(defun review-hover ()
  "What is told of the name at point where there is room for all of it."
  (let (told)
    (run-hook-wrapped 'eldoc-documentation-functions
                      (lambda (function)
                        (funcall function (lambda (text &rest _) (when text (setq told text))))
                        nil))
    (substring-no-properties (look-wait-for "the hover" (lambda () told)))))

(defun review-symbols ()
  "The names in the index."
  (let (names)
    (cl-labels ((collect (items)
                  (dolist (item items)
                    (push (substring-no-properties (car item)) names)
                    (when (imenu--subalist-p item)
                      (collect (cdr item))))))
      (collect (funcall imenu-create-index-function)))
    (apply #'vector names)))

(defun review-difference (message)
  "MESSAGE without what the difference does to plans: that is told later.
Where it stands in the reference is told behind that."
  (car (split-string message "; \\| (reference")))

(defun review-apply-fix ()
  "Take the fix of the first difference; the finding."
  (let* ((shown (cl-find-if (lambda (shown)
                              (equal (plist-get (look-lsp shown) :code) look-fixed))
                            (sort (flymake-diagnostics)
                                  (lambda (one other)
                                    (< (flymake-diagnostic-beg one) (flymake-diagnostic-beg other))))))
         (seen (cl-find-if (lambda (found)
                             (equal (alist-get 'message found) (plist-get (look-lsp shown) :message)))
                           (look-findings))))
    (goto-char (flymake-diagnostic-beg shown))
    (look-choosing "^Add "
                   (lambda () (eglot-code-actions (point) (flymake-diagnostic-end shown) "quickfix" t)))
    seen))

(defun review ()
  "All that is seen, in the order of looking."
  (look-open (expand-file-name (car command-line-args-left)))
  (look-wait-for "the differences" #'look-has-differences)
  (let ((findings (look-findings)) hover symbols fixed)
    (look-at "available ?a)")
    (setq hover (review-hover)
          symbols (review-symbols)
          fixed (review-apply-fix))
    (let ((gone (review-difference (alist-get 'message fixed))))
      (look-wait-for "the fixed finding to vanish"
                     (lambda ()
                       (eglot--signal-textDocument/didChange)
                       (flymake-start)
                       (and (flymake-diagnostics)
                            (cl-notany (lambda (found)
                                         (equal (review-difference (alist-get 'message found)) gone))
                                       (look-findings))))))
    `((findings . ,(apply #'vector findings))
      (hover . ,hover)
      (lenses . [])
      (symbols . ,symbols)
      (lines . ,(apply #'vector (split-string (buffer-string) "\n")))
      (fixed . ,fixed)
      (findings_after_fix . ,(apply #'vector (look-findings))))))

(look-report #'review)

;;; review.el ends here
