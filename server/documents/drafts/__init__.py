"""Changes of documents by the server, by the rules of the client's commands (client/src/builder/{tree,graph}/commands).

tests/fixtures/documents/commands.json and graph-commands.json test both languages.
"""
