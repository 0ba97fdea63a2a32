"""What each difference between two domains does to plans, shown by taking it back."""
