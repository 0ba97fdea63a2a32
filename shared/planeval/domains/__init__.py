"""Many learned domains at once: found below folders, measured in parallel, shown in one table."""
