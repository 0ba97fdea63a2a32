; What is declared and never used is hinted at.
(define (domain walk)
  (:requirements :strips :typing :numeric-fluents)
  (:types person - object animal - object)
  ;                       ^^^^^^ unused-type
  (:constants nobody - person)
  ;           ^^^^^^ unused-constant
  (:predicates (here ?p - person) (there ?p - person))
  ;                                ^^^^^ unused-predicate
  (:functions (steps))
  ;            ^^^^^ unused-function
  (:action come
    :parameters (?p - person ?q - person)
    ;                        ^^ unused-parameter
    :effect (here ?p)))
(define (problem one)
  (:domain walk)
  (:objects anna bert - person)
  ;              ^^^^ unused-object
  (:init)
  (:goal (here anna)))
