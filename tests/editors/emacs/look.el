;;; look.el --- What the scripts share: waiting, findings, reports  -*- lexical-binding: t; -*-

(require 'cl-lib)
(require 'json)

(defconst look-fixed "missing-precondition")

(defun look-wait-for (what condition)
  "Wait until CONDITION gives something, which is returned; else fail and name WHAT."
  (let ((end (+ (float-time) 60)) seen)
    (while (not (setq seen (funcall condition)))
      (when (> (float-time) end)
        (error "Waited in vain for %s; %S" what (look-findings)))
      (accept-process-output nil 0.05))
    seen))

(defun look-open (file)
  "Visit FILE as a user does, who then does something."
  (set-window-buffer (selected-window) (find-file-noselect file))
  (set-buffer (window-buffer))
  (run-hooks 'post-command-hook)
  (look-wait-for "the server" #'eglot-managed-p))

(defun look-lsp (diagnostic)
  "What the server said of DIAGNOSTIC, which Flymake shows."
  (alist-get 'eglot-lsp-diag (flymake-diagnostic-data diagnostic)))

(defun look-findings ()
  "The findings of this buffer as Flymake has them."
  (mapcar (lambda (shown)
            (let ((said (look-lsp shown)))
              `((code . ,(plist-get said :code))
                (severity . ,(pcase (flymake-diagnostic-type shown)
                               ('eglot-error "error")
                               ('eglot-warning "warning")
                               ('eglot-note (if (eql (plist-get said :severity) 4) "hint" "information"))))
                (message . ,(plist-get said :message))
                (line . ,(1- (line-number-at-pos (flymake-diagnostic-beg shown)))))))
          (flymake-diagnostics)))

(defun look-has-differences ()
  "Whether a difference from the reference is shown."
  (flymake-start)
  (cl-some (lambda (found) (equal (alist-get 'code found) look-fixed)) (look-findings)))

(defun look-at (text)
  "Go to the first character of TEXT in what is no comment."
  (goto-char (point-min))
  (while (progn (search-forward text)
                (goto-char (match-beginning 0))
                (and (nth 4 (syntax-ppss)) (goto-char (match-end 0))))))

(defun look-choosing (wanted function)
  "Call FUNCTION; of what it offers take the first that matches WANTED, and agree to all."
  (cl-letf (((symbol-function 'y-or-n-p) #'always))
    (let ((last-nonmenu-event ?\r) ; the keyboard: a mouse would get a menu
          (completing-read-function
           (lambda (_prompt offered &rest _)
             (or (cl-find-if (lambda (title) (string-match-p wanted title))
                             (all-completions "" offered))
                 (error "%S is not among %S" wanted (all-completions "" offered))))))
      (funcall function))))

(defun look-report (look)
  "Write what LOOK returns to $REVIEW_REPORT and end; with 1 where it failed."
  (let ((status 1))
    (unwind-protect
        (condition-case failure
            (let ((seen (funcall look)))
              (with-temp-file (getenv "REVIEW_REPORT")
                (insert (let ((json-encoding-pretty-print t)) (json-encode seen))))
              (setq status 0))
          (error (message "%s" (error-message-string failure))))
      (dolist (buffer (buffer-list))
        (with-current-buffer buffer
          (set-buffer-modified-p nil)))
      (ignore-errors (eglot-shutdown-all))
      (kill-emacs status))))

(provide 'look)

;;; look.el ends here
