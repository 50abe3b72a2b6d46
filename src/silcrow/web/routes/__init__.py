"""The verbs over HTTP, a file a kind; each is a router over the service of its app."""
