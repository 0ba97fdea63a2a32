"""What runs of language models come to: from what their logs say, or from executing them again."""
