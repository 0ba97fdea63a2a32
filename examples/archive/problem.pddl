; Fetch the minutes from the cellar, seal them, file them in the office.
(define (problem minutes)
  (:domain archive-cart)
  (:objects
    cellar stairs office
    minutes letters - folder
    low-shelf high-shelf - shelf)
  (:init
    (room cellar) (room stairs) (room office)
    (corridor cellar stairs) (corridor stairs cellar)
    (corridor stairs office) (corridor office stairs)
    (shelf-in low-shelf cellar) (shelf-in high-shelf office)
    (stored minutes low-shelf) (stored letters low-shelf)
    (unsealed minutes) (unsealed letters)
    (cart-in office) (cart-free))
  (:goal (and (stored minutes high-shelf) (not (unsealed minutes)))))
