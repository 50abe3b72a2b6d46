"""Silcrow over HTTP: the verbs as JSON under /api/v1, MCP under /mcp, and the reader's pages beside them, on one port.

app        puts it together              service    what is served and what is allowed
door       who may come in               bounds     how much, how long and how often
manners    headers of every response     problems   errors as problem+json, the table code → status
replies    JSON with ETags               shapes     what the OpenAPI document says of results
routes/    the verbs, a file a kind      serve      the socket and its server
It knows verbs of the Desk and nothing of how documents are read.
"""
