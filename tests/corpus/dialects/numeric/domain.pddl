; Every numeric comparison and every numeric effect.
(define (domain brewery)
  (:requirements :typing :fluents :negative-preconditions :equality)
  (:types vat)
  (:predicates (fermenting ?v - vat) (sealed ?v - vat))
  (:functions (litres ?v - vat) (capacity ?v - vat) (sugar ?v - vat) (sold) (price))

  (:action fill
    :parameters (?v - vat)
    :precondition (and (not (sealed ?v)) (<= (+ (litres ?v) 10) (capacity ?v)))
    :effect (and (increase (litres ?v) 10) (assign (sugar ?v) (/ (* (sugar ?v) 3) 4))))

  (:action pump
    :parameters (?from ?to - vat)
    :precondition (and (not (= ?from ?to)) (> (litres ?from) 0)
      (< (litres ?to) (- (capacity ?to) (litres ?from))))
    :effect (and (increase (litres ?to) (litres ?from)) (assign (litres ?from) 0)))

  (:action pitch
    :parameters (?v - vat)
    :precondition (and (>= (sugar ?v) 4) (= (litres ?v) (capacity ?v)))
    :effect (and (fermenting ?v) (sealed ?v) (scale-down (sugar ?v) 2)))

  (:action sell
    :parameters (?v - vat)
    :precondition (fermenting ?v)
    :effect (and (increase (sold) (* (litres ?v) (price))) (decrease (litres ?v) (litres ?v))
      (not (fermenting ?v)) (not (sealed ?v)) (scale-up (price) 1.5))))
