"""What is wrong with files, in the formats of people, programs and continuous integration."""
