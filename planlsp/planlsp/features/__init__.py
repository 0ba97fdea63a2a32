"""One module per group of LSP methods. Each unpacks the request, calls the core and converts."""
