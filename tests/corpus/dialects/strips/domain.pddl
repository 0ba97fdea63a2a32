; A caretaker with one ladder changes the bulbs of lamps.
(define (domain lamps)
  (:requirements :strips)
  (:predicates (lamp ?l) (room ?r) (hangs-in ?l ?r) (ladder-in ?r) (on-floor) (up ?l)
    (burnt ?l) (bright ?l))

  (:action carry-ladder
    :parameters (?from ?to)
    :precondition (and (room ?from) (room ?to) (ladder-in ?from) (on-floor))
    :effect (and (ladder-in ?to) (not (ladder-in ?from))))

  (:action climb
    :parameters (?l ?r)
    :precondition (and (lamp ?l) (hangs-in ?l ?r) (ladder-in ?r) (on-floor))
    :effect (and (up ?l) (not (on-floor))))

  (:action descend
    :parameters (?l)
    :precondition (up ?l)
    :effect (and (on-floor) (not (up ?l))))

  (:action change-bulb
    :parameters (?l)
    :precondition (and (up ?l) (burnt ?l))
    :effect (and (bright ?l) (not (burnt ?l)))))
