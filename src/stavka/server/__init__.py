"""Games over HTTP and WebSocket: stored durably, each seat with its own view. docs/server.md describes the server."""
