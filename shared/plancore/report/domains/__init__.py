"""Many learned domains, each measured against its reference: a row for each."""
