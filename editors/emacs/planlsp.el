;;; planlsp.el --- Review planning models with a language server  -*- lexical-binding: t; -*-

;; Author: The planlsp developers
;; Version: 0.1.0
;; URL: https://example.org/planlsp
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, tools
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Starts `planlsp', the language server for planning models, through Eglot: a domain is compared
;; with its reference as you type, plans are executed, and domains, problems and plans are checked.
;;
;; `pddl-mode' and `plan-mode' next to this file colour and indent without it.
;;
;;   (add-to-list 'load-path "~/planlsp/editors/emacs")
;;   (require 'planlsp)

;;; Code:

(require 'eglot)
(require 'subr-x)
(require 'pddl-mode)
(require 'plan-mode)

(defgroup planlsp nil
  "Planning models compared with their references, and plans executed."
  :group 'pddl
  :prefix "planlsp-")

(defcustom planlsp-command '("planlsp")
  "The command that starts the server: a program and its arguments."
  :type '(repeat string)
  :risky t)

(defcustom planlsp-start-automatically t
  "Whether visiting a domain, a problem or a plan starts the server.
Otherwise start it with \\[eglot]."
  :type 'boolean)

(defcustom planlsp-show-messages t
  "Whether the echo area shows the diagnostic at point, before the name there.
Otherwise Eglot shows the name only."
  :type 'boolean)

(defcustom planlsp-viewer-command '("plandiff")
  "The command that starts the viewer, without the two files."
  :type '(repeat string)
  :risky t)

(declare-function term-char-mode "term")
(defvar eglot-confirm-server-edits)
(defvar eglot-confirm-server-initiated-edits)

;;;; The server

(defun planlsp--contact (&rest _)
  "The command of the server, for Eglot, or an error on where to get it."
  (unless (executable-find (car planlsp-command))
    (user-error "Cannot find `%s': install planlsp with `pipx install .' or `uv tool install .' in a \
checkout of it, or set `planlsp-command'"
                (car planlsp-command)))
  (append '(planlsp-server) planlsp-command))

(defclass planlsp-server (eglot-lsp-server)
  ((chosen-planner :initform nil :documentation "The planner chosen until the server ends."))
  :documentation "The server, for models and plans alike.")

;; An older Eglot tells the server one language for all modes, so that plans would be PDDL.
(when (fboundp 'eglot--language-id)
  (cl-defmethod eglot--language-id ((_server planlsp-server))
    "The language of this buffer, by its mode."
    (string-remove-suffix "-mode" (symbol-name major-mode))))

(add-to-list 'eglot-server-programs '((pddl-mode plan-mode) . planlsp--contact))

(defconst planlsp--planning-file
  "\\.\\(?:pddl\\|hddl\\|ppddl\\|plan\\|soln\\|solution\\)\\'\\|\\`sas_plan"
  "Names of planning files.")

(defun planlsp--too-wide-p (folder)
  "Non-nil if FOLDER is too broad to be a project."
  (let ((folder (file-name-as-directory (expand-file-name folder))))
    (or (string-prefix-p folder (expand-file-name "~/"))
        (equal folder (file-name-as-directory (expand-file-name temporary-file-directory)))
        (equal folder (file-name-directory (directory-file-name folder))))))

(defun planlsp-project-of-settings (folder)
  "The project of the nearest `planlsp.toml' in FOLDER or above."
  (when-let ((root (locate-dominating-file folder "planlsp.toml")))
    (cons 'transient (expand-file-name root))))

(defun planlsp-project-of-files (folder)
  "The project of FOLDER by its planning files, in the absence of another.
A line in a file can only name references inside its project, so this
is the highest of FOLDER and the three above it that has such files."
  (let (root)
    (dotimes (_ 4)
      (when (and folder (not (planlsp--too-wide-p folder)) (file-directory-p folder))
        (when (directory-files folder nil planlsp--planning-file t 1)
          (setq root folder))
        (setq folder (file-name-directory (directory-file-name folder)))))
    (and root (cons 'transient (expand-file-name root)))))

;;;###autoload
(defun planlsp-mode-setup ()
  "Set up this buffer's project, and the server unless that is turned off."
  ;; The `t' for all other ways to find a project comes between the two.
  (add-hook 'project-find-functions #'planlsp-project-of-settings -10 t)
  (add-hook 'project-find-functions #'planlsp-project-of-files 90 t)
  (when (and planlsp-start-automatically buffer-file-name)
    (if (executable-find (car planlsp-command))
        (eglot-ensure)
      (message "planlsp: cannot find `%s', so nothing is checked; see `planlsp-command'"
               (car planlsp-command)))))

;;;###autoload
(progn
  (add-hook 'pddl-mode-hook #'planlsp-mode-setup)
  (add-hook 'plan-mode-hook #'planlsp-mode-setup))

(defun planlsp--show-messages ()
  "Show the diagnostic at point first in the echo area."
  (when (and planlsp-show-messages
             (eglot-managed-p)
             (derived-mode-p 'pddl-mode 'plan-mode))
    (setq-local eldoc-documentation-strategy #'eldoc-documentation-compose
                eldoc-documentation-functions
                (cons #'flymake-eldoc-function
                      (remq #'flymake-eldoc-function eldoc-documentation-functions)))))

(add-hook 'eglot-managed-mode-hook #'planlsp--show-messages)

;;;; Commands

(defun planlsp--server ()
  "The server of this buffer; an error if there is none."
  (or (eglot-current-server)
      (user-error "No server is running here; start it with M-x eglot")))

(defun planlsp--uri (file)
  "The URI of FILE."
  ;; Eglot has no public name for it.
  (let ((path-to-uri (if (fboundp 'eglot-path-to-uri) 'eglot-path-to-uri 'eglot--path-to-uri)))
    (funcall path-to-uri (expand-file-name file))))

(defun planlsp--uri-here ()
  "The URI of the file of this buffer."
  (planlsp--uri (or buffer-file-name (user-error "This buffer does not visit a file"))))

(defun planlsp--execute (command &rest arguments)
  "Have the server execute COMMAND with ARGUMENTS on the current texts."
  (let ((server (planlsp--server)))
    ;; Text typed within the last half second is sent first.
    (when (fboundp 'eglot--signal-textDocument/didChange)
      (eglot--signal-textDocument/didChange))
    (condition-case failure
        (jsonrpc-request server :workspace/executeCommand
                         (list :command command :arguments (vconcat arguments))
                         :timeout 60)
      (jsonrpc-error
       (user-error "%s" (or (alist-get 'jsonrpc-error-message (cdr failure))
                            (error-message-string failure)))))))

(defun planlsp--read-file (prompt)
  "Ask with PROMPT for a file of the same kind as this one."
  (read-file-name prompt nil nil t))

;;;###autoload
(defun planlsp-set-reference (reference)
  "Compare this file with REFERENCE as you type; stop comparing if it is nil."
  (interactive (list (if current-prefix-arg nil (planlsp--read-file "Reference: "))))
  (planlsp--execute "planlsp.setReference"
                    (planlsp--uri-here)
                    (and reference (planlsp--uri reference)))
  (message (if reference "Compared with %s" "Reference removed")
           (and reference (abbreviate-file-name reference))))

;;;###autoload
(defun planlsp-review ()
  "Show this file next to its reference, with all differences and scores."
  (interactive)
  (planlsp-compare nil))

;;;###autoload
(defun planlsp-compare (other)
  "Show this file compared with OTHER, or with its reference if OTHER is nil.
Both are domains, problems or plans."
  (interactive (list (planlsp--read-file "Compare with: ")))
  (let* ((here (planlsp--uri-here))
         (reference (or other (planlsp--reference here))))
    (planlsp--show (planlsp--execute "planlsp.compareFiles" here (and other (planlsp--uri other))
                                     "text")
                   (list buffer-file-name reference))))

;;;###autoload
(defun planlsp-validate ()
  "Execute this plan and show each step up to the one that fails, and why."
  (interactive)
  (planlsp--show (planlsp--execute "planlsp.validatePlan" (planlsp--uri-here) "text")
                 (list buffer-file-name)))

;;;###autoload
(defun planlsp-solve (&optional planner)
  "Solve this problem; show the plan in a buffer of its own, and execute it.
PLANNER, for which a prefix argument asks, is one that `planlsp solve'
takes; by default it is the one that `planlsp-solve-with' has chosen,
else that of the settings.  Emacs does not wait:
\\[planlsp-stop-solving] stops the planner."
  (interactive (list (and current-prefix-arg (read-string "Planner: "))))
  (let ((server (planlsp--server))
        (uri (planlsp--uri-here)))
    (when (fboundp 'eglot--signal-textDocument/didChange)
      (eglot--signal-textDocument/didChange))
    (message "Solving %s; stop with M-x planlsp-stop-solving" (buffer-name))
    (jsonrpc-async-request
     server :workspace/executeCommand
     (list :command "planlsp.solve"
           :arguments (vector uri (or planner (oref server chosen-planner))))
     :timeout 90000 ; the server keeps to its own limit
     :success-fn #'planlsp--solved
     :error-fn (lambda (failure)
                 (message "%s" (plist-get failure :message))))))

;;;###autoload
(defun planlsp-solve-with ()
  "Choose a planner, or a variant of one, and solve this problem with it.
`planlsp-solve' uses it from then on, until another one is chosen or the
server ends."
  (interactive)
  (let* ((server (planlsp--server))
         (planners (append (planlsp--execute "planlsp.planners" (planlsp--uri-here)) nil))
         (choices (mapcar (lambda (planner)
                            (cons (planlsp--planner-line planner (oref server chosen-planner))
                                  planner))
                          planners))
         (planner (cdr (assoc (planlsp--choose "Solve with: " (mapcar #'car choices)) choices)))
         (name (plist-get planner :name)))
    (if (plist-get planner :install)
        (message "%s is not installed; to install it for the server: %s"
                 name (plist-get planner :install))
      (oset server chosen-planner (and (eq (plist-get planner :isSetting) :json-false) name))
      (planlsp-solve))))

(defun planlsp--planner-line (planner chosen)
  "A line about PLANNER, which begins with its name, so that it can be typed.
It says whether PLANNER is used, as CHOSEN or by the settings."
  (let* ((version (plist-get planner :version))
         (name (plist-get planner :name))
         (used (if chosen
                   (equal chosen name)
                 (not (eq (plist-get planner :isSetting) :json-false))))
         (notes (remove "" (list (or version "not installed") (if used "in use" "")))))
    (format "%s%s: %s"
            name
            (if notes (format " (%s)" (string-join notes ", ")) "")
            (plist-get planner :supports))))

(defun planlsp--solved (answer)
  "Show the plan of ANSWER and execute it, or show why there is none."
  (let ((plan (plist-get answer :plan))
        (uri (plist-get answer :uri))
        (said (plist-get answer :message)))
    (if (not plan)
        (message "%s" said)
      (pop-to-buffer (if uri
                         (planlsp--plan-buffer (planlsp--path uri))
                       (generate-new-buffer "plan")))
      (let ((inhibit-read-only t)) ; no file can be made in this directory
        (erase-buffer)
        (insert plan))
      (unless (derived-mode-p 'plan-mode)
        (plan-mode))
      (unless (or buffer-read-only (eq (plist-get answer :isSaved) :json-false))
        (save-buffer))
      (message "%s" said)
      (when uri
        ;; Not from within the answer: what comes next asks the server again.
        (run-at-time 0 nil #'planlsp--validate-in (current-buffer))))))

(defun planlsp--plan-buffer (file)
  "A buffer for a plan in FILE, or in one of a free name if FILE must be kept.
It is kept if it is read-only or has unsaved changes."
  (let ((buffer (find-file-noselect file))
        (free file)
        (number 2))
    (if (not (with-current-buffer buffer (or buffer-read-only (buffer-modified-p))))
        buffer
      (while (or (file-attributes free) (find-buffer-visiting free))
        (setq free (format "%s-%d.plan" (file-name-sans-extension file) number)
              number (1+ number)))
      (find-file-noselect free))))

(defun planlsp--validate-in (buffer)
  "Execute the plan in BUFFER."
  (with-current-buffer buffer
    (unless (eglot-managed-p)
      (when (fboundp 'eglot--maybe-activate-editing-mode)
        (eglot--maybe-activate-editing-mode)))
    (planlsp-validate)))

;;;###autoload
(defun planlsp-show-model ()
  "Show the types, predicates and actions of this domain or problem."
  (interactive)
  (planlsp--show (planlsp--execute "planlsp.showModel" (planlsp--uri-here) "text")
                 (list buffer-file-name)))

;;;###autoload
(defun planlsp-repair ()
  "Choose a minimum repair of this domain, or of the domain of this plan.
It gives every plan of the directory the expected result.  The buffer is
changed and not saved."
  (interactive)
  (let* ((uri (planlsp--uri-here))
         (answer (planlsp--execute "planlsp.repairs" uri))
         (tries 20))
    (while (and (not (eq t (plist-get answer :isFinal))) (> tries 0))
      (sleep-for 0.5)
      (setq tries (1- tries)
            answer (planlsp--execute "planlsp.repairs" uri)))
    (let ((repairs (mapcar (lambda (repair)
                             (cons (format "%s: %s"
                                           (mapconcat #'identity (plist-get repair :edits) "; ")
                                           (plist-get repair :title))
                                   (plist-get repair :edit)))
                           (plist-get answer :repairs))))
      (if (null repairs)
          (message "No repair: %s" (plist-get answer :reason))
        (let ((chosen (planlsp--choose "Repair: " (mapcar #'car repairs))))
          (planlsp--apply (cdr (assoc chosen repairs))))))))

(defun planlsp--apply (edit)
  "Make EDIT, a workspace edit of the server."
  (if (= 1 (car (func-arity #'eglot--apply-workspace-edit)))
      (eglot--apply-workspace-edit edit)
    (eglot--apply-workspace-edit edit 'planlsp-repair)))

;;;###autoload
(defun planlsp-stop-solving ()
  "Stop all planners that `planlsp-solve' has started."
  (interactive)
  (planlsp--execute "planlsp.stopSolving"))

;;;###autoload
(defun planlsp-matches ()
  "Check the matches of names between this domain and its reference.
Choose one, uncertain ones come first, and answer whether it is right;
the mapping file keeps the answers.  Quit with \\[keyboard-quit]."
  (interactive)
  (let* ((uri (planlsp--uri-here))
         (listed (planlsp--execute "planlsp.nameMatches" uri))
         ;; The line that names the mapping file; the answer has been asked for.
         (eglot-confirm-server-edits nil)
         (eglot-confirm-server-initiated-edits nil))
    (while listed
      (let* ((choices (planlsp--match-choices (plist-get listed :matches)))
             (match (cdr (assoc (planlsp--choose "Match: " (mapcar #'car choices)) choices)))
             (kind (intern (concat ":" (plist-get match :kind))))
             (names (append (plist-get (plist-get listed :names) kind) nil))
             (answer (completing-read (concat (plist-get match :text) "? (yes, no or a name) ")
                                      (append '("yes" "no") names))))
        (setq listed (planlsp--execute "planlsp.answerMatch" uri match answer))
        (message "%s" (plist-get listed :message))))))

(defun planlsp--match-choices (matches)
  "An alist from lines to MATCHES."
  (mapcar (lambda (match)
            (cons (format "%s %s  (%.2f: %s)"
                          (if (member (plist-get match :state) '("uncertain" "not matched")) "?" " ")
                          (plist-get match :text)
                          (plist-get match :confidence)
                          (plist-get match :evidence))
                  match))
          matches))

(defun planlsp--choose (prompt lines)
  "Ask with PROMPT for one of LINES, listed in this order, by default the first.
They are shown at once, also where only a key would list them."
  (minibuffer-with-setup-hook #'planlsp--list-choices
    (completing-read prompt
                     (lambda (text predicate action)
                       (if (eq action 'metadata)
                           '(metadata (display-sort-function . identity))
                         (complete-with-action action lines text predicate)))
                     nil t nil nil (car lines))))

(defun planlsp--list-choices ()
  "List what can be chosen, unless another package does so."
  (unless (or (not (eq completing-read-function #'completing-read-default))
              (bound-and-true-p vertico-mode)
              (bound-and-true-p icomplete-mode)
              (bound-and-true-p fido-mode))
    (minibuffer-completion-help)))

;;;###autoload
(defun planlsp-view (other)
  "Compare this file, as saved, with OTHER in a terminal, by `plandiff'."
  (interactive (list (or (planlsp--reference (planlsp--uri-here))
                         (planlsp--read-file "Compare with: "))))
  (let ((program (or (executable-find (car planlsp-viewer-command))
                     (user-error "Cannot find `%s'; see `planlsp-viewer-command'"
                                 (car planlsp-viewer-command)))))
    (require 'term)
    (let ((buffer (apply #'make-term "plandiff" program nil
                         (append (cdr planlsp-viewer-command)
                                 (list (expand-file-name buffer-file-name)
                                       (expand-file-name other))))))
      (with-current-buffer buffer
        (term-char-mode))
      (pop-to-buffer buffer))))

(defun planlsp--reference (uri)
  "The path of the reference of the document at URI, or nil."
  (let ((reference (planlsp--execute "planlsp.referenceOf" uri)))
    (and reference (planlsp--path reference))))

(defun planlsp--path (uri)
  "The path of the file at URI."
  (funcall (if (fboundp 'eglot-uri-to-path) 'eglot-uri-to-path 'eglot--uri-to-path) uri))

;;;; Reports

(defvar-local planlsp--files nil
  "The file of a report, and the file that it was compared with.")

(defconst planlsp--place
  (concat "\\_<\\(?:\\(?1:reference\\|learned\\):\\(?2:[0-9]+\\)"
          "\\|\\(?1:reference \\)?\\(?2:[0-9]+\\):\\(?3:[0-9]+\\)\\)\\_>")
  "A place in a report, in the file itself or in its reference.")

(defconst planlsp-report-font-lock-keywords
  `(("\\`.*" . 'bold)
    ("^[A-Z][^:\n]*$" . 'font-lock-keyword-face)
    ("^ *\\(?:[a-z0-9]+ +\\)*\\(\\+ .*\\)$" 1 'diff-added)
    ("^ *\\(?:[a-z0-9]+ +\\)*\\(- .*\\)$" 1 'diff-removed)
    ("^ *\\(?:[a-z0-9]+ +\\)*\\(~ .*\\)$" 1 'diff-changed)
    ("✗.*" . 'error)
    ("✓.*" . 'success)
    (,planlsp--place 0 (planlsp--link) prepend))
  "Highlighting of reports.")

(defvar planlsp-report-place-map
  (let ((map (make-sparse-keymap)))
    (define-key map [mouse-2] #'planlsp-report-visit)
    (define-key map (kbd "RET") #'planlsp-report-visit)
    map)
  "Keys on a place in a report.")

(defun planlsp--link ()
  "The properties of a place in a report."
  (list 'face 'link
        'mouse-face 'highlight
        'follow-link t
        'keymap planlsp-report-place-map
        'help-echo "mouse-2, RET: visit this place"))

(define-derived-mode planlsp-report-mode special-mode "Plan Report"
  "Major mode for reviews and for plans executed.
\\<planlsp-report-mode-map>\\[planlsp-report-visit] on a place such as 12:5 visits it, \\[next-error] the next."
  (require 'diff-mode) ; for its faces
  (setq-local font-lock-defaults '(planlsp-report-font-lock-keywords t)
              next-error-function #'planlsp--next-place
              truncate-lines t))

(defun planlsp--show (report files)
  "Show the text REPORT, whose places are in FILES."
  (with-current-buffer (get-buffer-create "*planlsp*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert report))
    (planlsp-report-mode)
    (setq planlsp--files files)
    (goto-char (point-min))
    (setq next-error-last-buffer (current-buffer))
    (display-buffer (current-buffer))))

(defun planlsp-report-visit (&optional event)
  "Visit the place at point, or that of EVENT."
  (interactive (list last-nonmenu-event))
  (when (mouse-event-p event)
    (select-window (posn-window (event-end event)))
    (goto-char (posn-point (event-end event))))
  (save-excursion
    (let ((end (line-end-position)) (at (point)) found)
      (beginning-of-line)
      (while (and (setq found (re-search-forward planlsp--place end t)) (< found at)))
      (unless found
        (user-error "No place here"))))
  (let ((file (nth (if (string-prefix-p "reference" (or (match-string 1) "")) 1 0) planlsp--files))
        (line (string-to-number (match-string 2)))
        (column (and (match-string 3) (string-to-number (match-string 3)))))
    (unless file
      (user-error "Unknown file of this place"))
    (pop-to-buffer (find-file-noselect file))
    (goto-char (point-min))
    (forward-line (1- line))
    (if column
        (forward-char (min (1- column) (- (line-end-position) (point))))
      (back-to-indentation))))

(defun planlsp--next-place (count reset)
  "Visit the place COUNT places further; from the first one if RESET."
  (when reset
    (goto-char (point-min)))
  (unless (re-search-forward planlsp--place nil t count)
    (user-error "No more places"))
  (goto-char (match-beginning 0))
  (planlsp-report-visit))

(provide 'planlsp)

;;; planlsp.el ends here
