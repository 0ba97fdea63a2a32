;;; commands.el --- What planlsp.el adds to Eglot  -*- lexical-binding: t; -*-

;; In a learned.pddl that names no reference; learned.plan and p01.pddl are beside it.

(load (expand-file-name "look.el" (file-name-directory load-file-name)) nil t)

(defun commands-report ()
  "The first line of the report that is shown."
  (with-current-buffer "*planlsp*"
    (save-excursion
      (goto-char (point-min))
      (buffer-substring-no-properties (point) (line-end-position)))))

(defun commands-place ()
  "The file and the line at point."
  (format "%s:%d:%d" (file-name-nondirectory buffer-file-name) (line-number-at-pos) (1+ (current-column))))

(defun commands-matches ()
  "Answer the first question with `no', then quit; the first line of each list."
  (let (firsts)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (prompt lines &rest _)
                 (cond ((not (equal prompt "Match: ")) "no")
                       (firsts (push (car (all-completions "" lines)) firsts) (signal 'quit nil))
                       (t (push (car (all-completions "" lines)) firsts) (car firsts))))))
      (condition-case nil (planlsp-matches) (quit nil)))
    (vconcat (nreverse firsts))))

(defun commands-repair ()
  "Make the first repair; what it is called."
  (let (first)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_ lines &rest _) (setq first (car (all-completions "" lines))))))
      (planlsp-repair))
    first))

(defun commands ()
  "All that the commands do, in turn."
  (let* ((learned (expand-file-name (car command-line-args-left)))
         (folder (file-name-directory learned))
         (beside (lambda (name) (expand-file-name name folder)))
         seen)
    (cl-flet ((note (key value) (push (cons key value) seen)))
      (look-open learned)
      (note 'mode major-mode)
      (note 'project (file-relative-name (project-root (project-current)) folder))
      (look-wait-for "the first analysis" #'imenu--make-index-alist)
      (note 'differences_before (if (look-has-differences) t :json-false))
      (planlsp-set-reference (funcall beside "reference.pddl"))
      (look-wait-for "the differences" #'look-has-differences)
      (planlsp-review)
      (note 'review (commands-report))
      (with-current-buffer "*planlsp*"
        (font-lock-ensure)
        (goto-char (point-min))
        (search-forward "reference:32")
        (note 'link (if (eq (lookup-key (get-text-property (1- (point)) 'keymap) (kbd "RET"))
                            #'planlsp-report-visit)
                        t :json-false))
        (planlsp-report-visit)
        (note 'reference_place (commands-place)))
      (next-error 1 t)
      (note 'first_place (commands-place))
      (find-file learned)
      (planlsp-compare (funcall beside "reference.pddl"))
      (note 'compare (commands-report))
      (note 'matches (commands-matches))
      (note 'mapping (with-temp-buffer
                       (insert-file-contents (funcall beside "learned.mapping.json"))
                       (buffer-string)))
      (note 'mapping_lines (with-current-buffer (find-file-noselect learned)
                             (how-many "^;;!mapping: learned.mapping.json" (point-min) (point-max))))
      (delete-file (funcall beside "learned.mapping.json"))
      (with-current-buffer (find-file-noselect learned)
        (revert-buffer t t))
      (find-file (funcall beside "learned.plan"))
      (run-hooks 'post-command-hook)
      (look-wait-for "the server for the plan" #'eglot-managed-p)
      (note 'plan_mode major-mode)
      (note 'one_server (length (apply #'append (map-values eglot--servers-by-project))))
      (planlsp-validate)
      (note 'validation (commands-report))
      (find-file learned)
      (planlsp-show-model)
      (note 'model (with-current-buffer "*planlsp*" (buffer-substring-no-properties 1 (point-max))))
      (find-file learned)
      (note 'repair (commands-repair))
      (note 'repaired (if (buffer-modified-p) t :json-false))
      (revert-buffer t t)
      (find-file (funcall beside "p01.pddl"))
      (run-hooks 'post-command-hook)
      (look-wait-for "the server for the problem" #'eglot-managed-p)
      (planlsp-solve)
      (note 'solved (look-wait-for "the plan" (lambda ()
                                                (and (string-prefix-p "p01.plan" (commands-report))
                                                     (commands-report)))))
      (with-current-buffer "p01.plan"
        (note 'solved_unsaved (if (buffer-modified-p) t :json-false))
        (set-buffer-modified-p nil)
        (kill-buffer))
      (find-file (funcall beside "p01.pddl"))
      (setq-default eglot-workspace-configuration '(:planlsp (:planFile "overwrite")))
      (eglot-signal-didChangeConfiguration (eglot-current-server))
      (planlsp--show "" nil)
      (look-choosing "\\`kairos/anytime (" #'planlsp-solve-with)
      (note 'chosen (oref (eglot-current-server) chosen-planner))
      (note 'solved_with (look-wait-for "the plan of the other planner"
                                        (lambda ()
                                          (and (string-prefix-p "p01.plan" (commands-report))
                                               (commands-report)))))
      (note 'saved (if (file-exists-p (funcall beside "p01.plan")) t :json-false))
      (note 'kept
            (vconcat
             (mapcar (lambda (keep)
                       (with-current-buffer (find-file-noselect (funcall beside "p01.plan"))
                         (insert "; mine\n")
                         (funcall keep))
                       (find-file (funcall beside "p01.pddl"))
                       (planlsp--show "" nil)
                       (planlsp-solve)
                       (look-wait-for "the plan again"
                                      (lambda () (string-prefix-p "p01" (commands-report))))
                       (car (split-string (commands-report) ",")))
                     (list #'save-buffer
                           #'ignore
                           (lambda () (set-buffer-modified-p nil) (setq buffer-read-only t))))))
      (with-current-buffer "p01.plan"
        (note 'mine (how-many "^; mine" (point-min) (point-max)))
        (kill-buffer))
      (dolist (name '("p01.plan" "p01-2.plan" "p01-3.plan"))
        (when-let ((buffer (get-buffer name)))
          (kill-buffer buffer))
        (delete-file (funcall beside name)))
      (find-file (funcall beside "reference.pddl"))
      (run-hooks 'post-command-hook)
      (look-wait-for "the server for the reference" #'eglot-managed-p)
      (look-at "connected ?from")
      (look-choosing "." (lambda () (eglot-rename "linked")))
      (dolist (name '("reference.pddl" "p01.pddl" "learned.pddl"))
        (with-current-buffer (find-file-noselect (funcall beside name))
          (note (intern name) (how-many "(linked " (point-min) (point-max)))))
      (find-file learned)
      (note 'refused (condition-case refusal
                         (progn (planlsp-compare (funcall beside "learned.plan")) "")
                       (user-error (error-message-string refusal)))))
    seen))

(look-report #'commands)

;;; commands.el ends here
