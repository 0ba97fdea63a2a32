; A section without a definition.
  (:action flip
  ;^^^^^^^ no-definition
    :parameters ()
    :effect (on))
