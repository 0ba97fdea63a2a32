"""One module per group of LSP methods. Each unpacks, asks the core, and converts."""
