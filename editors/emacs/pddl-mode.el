;;; pddl-mode.el --- Major mode for planning domains and problems  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Colours, indentation, an index and motions for PDDL in all its dialects: 1.2 to 3.1, PDDL+,
;; PPDDL, HDDL, and what planners have added.  Nothing here needs the language server; `planlsp'
;; adds that.

;;; Code:

(defgroup pddl nil
  "Planning domains, problems and plans."
  :group 'languages
  :prefix "pddl-")

(defcustom pddl-indent-offset 2
  "Indentation of list members, relative to the line of the parenthesis.
The formatter of the language server takes 2."
  :type 'natnum
  :safe #'natnump)

(defface pddl-requirement '((t :inherit font-lock-constant-face))
  "Requirements, such as `:typing'.")

(defface pddl-sign '((t :inherit font-lock-builtin-face))
  "Operators other than words, such as `>='.")

(defface pddl-built-in '((t :inherit font-lock-builtin-face))
  "Names that PDDL itself declares, such as `?duration' and `total-cost'.")

(defface pddl-number '((t :inherit font-lock-constant-face))
  "Numbers, also those of plans.")

(defface pddl-directive '((t :inherit font-lock-preprocessor-face))
  "The word `reference:' of a comment `;;!reference: file', and its like.")

(defface pddl-path '((t :inherit font-lock-string-face))
  "The file of a comment `;;!reference: file'.")

;;;; Words

(eval-and-compile
  (defconst pddl--operators
    '("and" "or" "not" "imply" "forall" "exists" "when" "either" "oneof" "unknown" "probabilistic"
      "assign" "increase" "decrease" "scale-up" "scale-down" "change"
      "preference" "is-violated" "always" "sometime" "within" "at-most-once" "sometime-after"
      "sometime-before" "always-within" "hold-during" "hold-after" "minimize" "maximize")
    "Operators: words at the start of a list; the last two also elsewhere.")

  (defconst pddl--operator-sections
    '(":action" ":durative-action" ":process" ":event" ":task" ":method")
    "Sections with a name.")

  (defconst pddl--name "[^][(){};\"?: \t\n][^][(){};\" \t\n]*"
    "Regular expression for a name.")

  (defconst pddl--open "([ \t\n]*"
    "Regular expression for the text before the first word of a list."))

(defun pddl--within-requirements-p ()
  "Whether the last match is in the list of requirements."
  (let ((open (nth 1 (save-excursion (syntax-ppss (match-beginning 0))))))
    (and open
         (save-excursion
           (goto-char (1+ open))
           (let ((case-fold-search t))
             (looking-at "[ \t\n]*:requirements\\_>"))))))

(defun pddl--keyword-face ()
  "The face of the word with a colon that was just matched."
  (let ((first (save-excursion
                 (goto-char (match-beginning 0))
                 (skip-chars-backward " \t\n")
                 (eq (char-before) ?\())))
    (if (or first (not (pddl--within-requirements-p)))
        'font-lock-keyword-face
      'pddl-requirement)))

(defun pddl--end-of-list ()
  "Where the list around point ends; the end of the line where it does not."
  (save-excursion
    (condition-case nil
        (progn (up-list) (point))
      (error (line-end-position)))))

(defconst pddl-comment-keywords
  '(("^[ \t]*;+[ \t]*\\(!\\(?:domain\\|problem\\|reference\\|mapping\\):\\)[ \t]*\\(.*?\\)[ \t]*$"
     (1 'pddl-directive t)
     (2 'pddl-path t))
    (";.*?\\(planlsp:[ \t]*ignore\\(?:-file\\)?\\(?:\\[[^]\n]*\\]\\)?\\)" (1 'pddl-directive t)))
  "`font-lock-keywords' for comments, in models and in plans.")

(defconst pddl-font-lock-keywords
  `(,@pddl-comment-keywords
    ;; (define (domain name) …)
    (,(concat pddl--open "\\(define\\)\\_>") 1 'font-lock-keyword-face)
    (,(concat pddl--open "\\(domain\\|problem\\|:domain\\)[ \t\n]+\\(" pddl--name "\\)")
     (1 'font-lock-keyword-face)
     (2 'font-lock-function-name-face))
    (,(concat pddl--open "\\(domain\\|problem\\)\\_>") 1 'font-lock-keyword-face)
    ;; (:action name …); in a method `:task' stands before a list.
    (,(concat pddl--open (regexp-opt pddl--operator-sections) "[ \t\n]+\\(" pddl--name "\\)")
     1 'font-lock-function-name-face)
    ;; Sections, slots and requirements, with whatever dialects to come have there.
    ("\\_<:[^][(){};\"?: \t\n]+" 0 (pddl--keyword-face))
    (,(concat pddl--open "\\(" (regexp-opt pddl--operators) "\\)\\_>") 1 'font-lock-keyword-face)
    (,(concat pddl--open "\\(?::metric\\)[ \t\n]+\\(\\(?:min\\|max\\)imize\\)\\_>")
     1 'font-lock-keyword-face)
    ;; (at start …) is a time and so is (at 5 …); (at ?x …) is an atom.
    (,(concat pddl--open "\\(at[ \t\n]+\\(?:start\\|end\\)\\|over[ \t\n]+all\\)\\_>")
     1 'font-lock-keyword-face)
    (,(concat pddl--open "\\(at\\)[ \t\n]+[-+]?\\.?[0-9]") 1 'font-lock-keyword-face)
    (,(concat pddl--open "\\([<>]=?\\|[-+*/=]\\)\\(?:[ \t\n();]\\|$\\)") 1 'pddl-sign)
    ;; Types, behind `- ' and in (either …).
    (,(concat "\\(?:^\\|[ \t)]\\)\\(-\\)[ \t\n]+\\(" pddl--name "\\)")
     (1 'pddl-sign)
     (2 'font-lock-type-face))
    ("\\(?:^\\|[ \t)]\\)\\(-\\)[ \t\n]*\\(?:($\\|(either\\_>\\|$\\)" 1 'pddl-sign)
    ("([ \t\n]*either\\_>"
     (,pddl--name (pddl--end-of-list) nil (0 'font-lock-type-face)))
    ;; Variables, numbers, and what PDDL itself declares.
    ("\\?duration\\_>\\|#t\\_>" 0 'pddl-built-in)
    ("\\?[^][(){};\"? \t\n]*" 0 'font-lock-variable-name-face)
    (,(concat pddl--open "\\(total-time\\|total-cost\\|reward\\)\\_>") 1 'pddl-built-in)
    (,(concat "(:metric[ \t\n]+\\(?:min\\|max\\)imize[ \t\n]+\\(total-time\\)\\_>")
     1 'pddl-built-in)
    ("\\(?:^\\|[ \t(]\\)\\([-+]?\\(?:[0-9]+\\.?[0-9]*\\|\\.[0-9]+\\)\\(?:e[-+]?[0-9]+\\|/[0-9]+\\)?\\)\\(?:[ \t();]\\|$\\)"
     1 'pddl-number))
  "Highlighting of `pddl-mode'.")

;;;; Syntax, indentation and motions

(defvar pddl-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\; "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\( "()" table)
    (modify-syntax-entry ?\) ")(" table)
    ;; Everything else that a name may hold is part of it, so that motions by symbol take
    ;; `?from', `:effect' and `pick-up' as one.
    (dolist (character (string-to-list "?:-_=<>+*/#@!.%&$^~|,'`\\[]{}"))
      (modify-syntax-entry character "_" table))
    (modify-syntax-entry ?\" "\"" table)
    table)
  "Syntax table of `pddl-mode'.")

(defun pddl-indentation ()
  "The column at which the text of this line belongs.
That is `pddl-indent-offset' to the right of the line on which the list
around it was opened, and below that line for a parenthesis that closes
the list."
  (save-excursion
    (back-to-indentation)
    (let ((closes (eq (char-after) ?\)))
          (open (nth 1 (syntax-ppss (line-beginning-position)))))
      (if (not open)
          0
        (goto-char open)
        (+ (current-indentation) (if closes 0 pddl-indent-offset))))))

(defun pddl-indent-line ()
  "Indent this line."
  (interactive)
  (let ((from-end (- (point-max) (point))))
    (indent-line-to (pddl-indentation))
    (when (> (- (point-max) from-end) (point))
      (goto-char (- (point-max) from-end)))))

(defconst pddl--section "^[ \t]*(\\(?::[^][(){};\"?: \t\n]+\\|define\\)\\_>"
  "The start of a section or a definition.")

(defun pddl-beginning-of-section (&optional count)
  "Go back to the start of a section, COUNT times; forward if it is negative."
  (let ((count (or count 1)))
    (if (< count 0)
        (progn
          (end-of-line)
          (and (re-search-forward pddl--section nil 'move (- count))
               (progn (back-to-indentation) t)))
      (and (re-search-backward pddl--section nil 'move count)
           (progn (back-to-indentation) t)))))

(defun pddl-end-of-section ()
  "Go from the start of a section to its end."
  (condition-case nil
      (forward-sexp)
    (scan-error (goto-char (point-max)))))

(defconst pddl-imenu-expression
  (mapcar (lambda (kind)
            (list (car kind)
                  (concat "^[ \t]*" (eval-when-compile pddl--open) "\\(?:" (cdr kind) "\\)[ \t\n]+\\("
                          (eval-when-compile pddl--name) "\\)")
                  1))
          '(("Definitions" . "domain\\|problem\\|define[ \t\n]*([ \t\n]*\\(?:domain\\|problem\\)")
            ("Actions" . ":action\\|:durative-action")
            ("Processes" . ":process")
            ("Events" . ":event")
            ("Tasks" . ":task")
            ("Methods" . ":method")
            ("Axioms" . ":derived[ \t\n]*(")))
  "The `imenu-generic-expression' of `pddl-mode'.")

;;;; The mode

;;;###autoload
(define-derived-mode pddl-mode prog-mode "PDDL"
  "Major mode for planning domains and problems, in all dialects of PDDL."
  (setq-local comment-start ";"
              comment-start-skip ";+[ \t]*"
              comment-end ""
              comment-add 1
              comment-column 40
              indent-tabs-mode nil
              indent-line-function #'pddl-indent-line
              beginning-of-defun-function #'pddl-beginning-of-section
              end-of-defun-function #'pddl-end-of-section
              ;; `(' in column 0 means nothing here.
              open-paren-in-column-0-is-defun-start nil
              parse-sexp-ignore-comments t
              imenu-generic-expression pddl-imenu-expression
              imenu-case-fold-search t
              font-lock-multiline t
              ;; PDDL does not tell upper case from lower case.
              font-lock-defaults '(pddl-font-lock-keywords nil t)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:pddl\\|hddl\\|ppddl\\)\\'" . pddl-mode))

(provide 'pddl-mode)

;;; pddl-mode.el ends here
