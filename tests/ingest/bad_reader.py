"""A process that reads as silcrow.ingest.worker does, but for documents that say how to misbehave."""

import os
import signal
from itertools import count

from silcrow.ingest.manner import Manner, Parsed, read
from silcrow.ingest.worker import main


def misbehave(data: bytes, *, doc_id: str, name: str, manner: Manner) -> Parsed:
    """Do what the first line says, or read it."""
    match data.decode().split("\n")[0]:
        case "bomb":
            held = []
            while True:
                held.append(bytes(2**28))
        case "loop":
            while True:
                pass
        case "leave":
            os._exit(3)
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "files":
            held = [os.open(os.devnull, os.O_RDONLY) for _ in count()]
    return read(data, doc_id=doc_id, name=name, manner=manner)


if __name__ == "__main__":
    main(misbehave)
