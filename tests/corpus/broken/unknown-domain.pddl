; A problem of a domain that nobody knows.
(define (problem one)
  (:domain delivry)
  ;        ^^^^^^^ unknown-domain
  (:init)
  (:goal (and)))
