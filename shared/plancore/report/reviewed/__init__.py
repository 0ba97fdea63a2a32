"""What a reviewer has said of differences, kept beside the learned file."""
