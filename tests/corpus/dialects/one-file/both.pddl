; A domain and its problem in one file.
(define (domain doors)
  (:requirements :strips :negative-preconditions)
  (:predicates (shut ?d) (bolted ?d))
  (:action unbolt :parameters (?d) :precondition (bolted ?d) :effect (not (bolted ?d)))
  (:action open :parameters (?d) :precondition (and (shut ?d) (not (bolted ?d)))
    :effect (not (shut ?d))))

(define (problem let-me-out)
  (:domain doors)
  (:objects front back)
  (:init (shut front) (shut back) (bolted back))
  (:goal (not (shut back))))
