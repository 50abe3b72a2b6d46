"""The flags of verbs that ask a language model: which, where, and whether its replies are recorded or replayed.

They are settings of the same names; a Session that is given them has the model as `session.chat`.
"""

from typing import Annotated

import typer

Model = Annotated[
    str | None, typer.Option("--model", metavar="MODEL", help="openai:NAME, anthropic:NAME, ollama:NAME, or none")
]
ModelUrl = Annotated[str | None, typer.Option("--model-url", metavar="URL", help="the address of the model's server")]
Record = Annotated[str | None, typer.Option("--record", metavar="DIR", help="keep the model's replies in this folder")]
Replay = Annotated[
    str | None, typer.Option("--replay", metavar="DIR", help="answer from the replies that were kept, without a model")
]
