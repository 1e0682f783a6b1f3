"""Games over HTTP and WebSocket: stored, durable, each seat with its own view. docs/server.md describes it."""
