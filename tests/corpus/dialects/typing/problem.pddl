(define (problem spring)
  (:domain nursery)
  (:objects apple - tree box hazel - shrub north south - bed glass - greenhouse shears - tool)
  (:init
    (gardener north)
    (lies watering-can shed) (lies shears shed)
    (stands apple north) (stands box south) (stands hazel glass))
  (:goal (and (pruned apple) (watered hazel) (pruned box))))
