"""A client that lets a bot of your own play at a table of a running server.

Of the server it imports the messages alone (`elfer.server.wire`).
"""

from elfer.core import texts

texts.add(__name__)
