; A library lends books to readers. This file has two mistakes: see docs/tutorial-vscode.md.
(define (domain lending)
  (:requirements :strips :typing)
  (:types book reader)
  (:predicates
    (on-shelf ?b - book)
    (has ?r - reader ?b - book)
    (hands-free ?r - reader))

  (:action borrow
    :parameters (?r - reader ?b - book)
    :precondition (and (on-shelf ?b) (hand-free ?r))
    :effect (and
      (has ?r ?b)
      (not (on-shelf ?b))
      (not (hands-free ?r))))

  (:action return
    :parameters (?r - reader ?b - book)
    :precondition (has ?r ?b)
    :effect (and
      (on-shelf ?b)
      (not (has ?r ?b)))))
