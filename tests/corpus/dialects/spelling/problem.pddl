;;; Größe in Latin-1
(define (problem Tower)	(:domain CLOCKWORK)
	(:objects a B - wheel)
	(:init (TURNS A) (meshes a b))
	(:goal (and (turns b))))