"""Silcrow as an MCP server, on the official SDK: the tools of the Desk, adding, resources and prompts.

server     requests to tools and back    opened     the library and what of it is laid open
adding     add_document                  folders    which paths it may read
resources  silcrow://doc/sec/para        prompts    what a person may pick
stdio, http   the two transports         clients    how each client is told of the server
door       who may come in over HTTP
"""
