;;; Größe, naïve, 車: a comment may hold anything
(DEFINE (DOMAIN Clockwork)
	(:REQUIREMENTS :STRIPS :TYPING)
	(:TYPES Wheel - OBJECT)
	(:PREDICATES (Turns ?W - WHEEL) (Meshes ?A ?B - Wheel))
	(:ACTION Drive
		:PARAMETERS (?A ?B - wheel)
		:PRECONDITION (AND (turns ?a) (MESHES ?A ?b)) ; as it comes
		:EFFECT (turns ?B)))
