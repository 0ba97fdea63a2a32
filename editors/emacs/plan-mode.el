;;; plan-mode.el --- Major mode for plans  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Colours for plans as planners write them: steps in parentheses, with times and durations or
;; without, `name(object, object)', numbered steps, lists between commas and braces, and JSON.
;; Nothing here needs the language server; `planlsp' adds that.

;;; Code:

(require 'pddl-mode)

(eval-and-compile
  (defconst plan--word "[^][(){},;:\"'` \t\n]+"
    "Regular expression for the name of an action or of an object.")

  (defconst plan--number "[-+]?\\(?:[0-9]+\\.?[0-9]*\\|\\.[0-9]+\\)\\(?:e[-+]?[0-9]+\\)?"
    "Regular expression for a number."))

(defconst plan-font-lock-keywords
  `(,@pddl-comment-keywords
    ;; `; cost = 7 (unit cost)'
    (,(concat ";.*?\\_<\\(cost\\|makespan\\|metric\\)\\_>[ \t]*[=:]?[ \t]*\\(" plan--number "\\)")
     (1 'pddl-directive t)
     (2 'pddl-number t))
    ;; `0.003: (drive t1 a b) [2.5]'
    (,(concat "^[ \t]*\\(" plan--number "\\)[ \t]*:") 1 'pddl-number)
    (,(concat "\\[[ \t]*\\(?:D:\\)?[ \t]*\\(" plan--number "\\)[^]\n]*\\]") 1 'pddl-number)
    ;; `(drive t1 a b)'
    (,(concat "([ \t]*\\(" plan--word "\\)\\([^()\n]*\\)")
     (1 (unless (plan--argument-list-p) 'font-lock-function-name-face))
     (2 'font-lock-constant-face))
    ;; `drive(t1, a, b)'
    (,(concat "\\(" plan--word "\\)(\\([^()\n]*\\)")
     (1 'font-lock-function-name-face)
     (2 'font-lock-constant-face t))
    ;; `step 0: DRIVE T1 A B' and `1: DRIVE T1 A B'
    (,(concat "^[ \t]*\\(?:\\(step\\|action\\)[ \t]*\\)?#?\\([0-9]+\\)[ \t]*[:.)]+[ \t]*\\(" plan--word
              "\\)\\(\\(?:[ \t]+" plan--word "\\)*\\)[ \t]*$")
     (1 'font-lock-keyword-face nil t)
     (2 'pddl-number)
     (3 'font-lock-function-name-face)
     (4 'font-lock-constant-face))
    ;; JSON: `{"name": "drive", "args": ["t1", "a"]}'
    ("\\(\"[^\"\n]*\"\\)[ \t]*:" 1 'font-lock-keyword-face t)
    ;; `boil, pour, stir' and `{boil, pour}, stir': nothing on the line but names between commas.
    (plan--listed-name 0 'font-lock-function-name-face))
  "Highlighting of `plan-mode'.")

(defun plan--argument-list-p ()
  "Whether the last match follows a name, as in `drive(a)'."
  (save-match-data
    (save-excursion
      (goto-char (match-beginning 0))
      (looking-back (eval-when-compile plan--word) (1- (point))))))

(defconst plan--list-line
  (let ((item (concat plan--word "\\(?:([^()\n]*)\\)?")))
    (concat "^[ \t]*\\(?:{[ \t]*\\)?" item "[ \t}]*\\(?:,[ \t{]*" item "[ \t}]*\\)+,?[ \t]*$"))
  "A line of names between commas and braces.")

(defun plan--listed-name (limit)
  "Search up to LIMIT for a name without arguments between commas."
  (let (found)
    (while (and (not found) (re-search-forward (eval-when-compile plan--word) limit t))
      (let ((data (match-data)))
        (if (save-excursion
              (beginning-of-line)
              (not (looking-at plan--list-line)))
            (goto-char (min limit (line-end-position)))
          (set-match-data data)
          (unless (or (eq (char-after) ?\()
                      (nth 1 (save-excursion (syntax-ppss (match-beginning 0)))))
            (setq found t))
          (set-match-data data))))
    found))

(defvar plan-mode-syntax-table
  (let ((table (make-syntax-table pddl-mode-syntax-table)))
    (modify-syntax-entry ?, "." table)
    (modify-syntax-entry ?: "." table)
    (modify-syntax-entry ?\[ "." table)
    (modify-syntax-entry ?\] "." table)
    (modify-syntax-entry ?\{ "." table)
    (modify-syntax-entry ?\} "." table)
    table)
  "Syntax table of `plan-mode'.")

;;;###autoload
(define-derived-mode plan-mode prog-mode "Plan"
  "Major mode for plans, in the notations that planners write."
  (setq-local comment-start ";"
              comment-start-skip ";+[ \t]*"
              comment-end ""
              indent-tabs-mode nil
              indent-line-function #'indent-relative-first-indent-point
              font-lock-defaults '(plan-font-lock-keywords nil t)))

;;;###autoload
(add-to-list 'auto-mode-alist
             '("\\(?:\\.\\(?:plan\\|soln\\|solution\\)\\|\\.\\(?:plan\\|soln\\|sol\\|solution\\)\\.[0-9]+\\|/sas_plan[^/]*\\|/plan\\.[0-9]+\\)\\'"
               . plan-mode))

(provide 'plan-mode)

;;; plan-mode.el ends here
