"""The flags that bound what a model may cost, of every act that asks one."""

from typing import Annotated

import typer

MaxTotal = Annotated[
    int | None,
    typer.Option("--max-total-tokens", metavar="N", min=1, help="stop the act at so many tokens, in and out"),
]
MaxCost = Annotated[
    float | None,
    typer.Option("--max-cost", metavar="MONEY", min=0.0, help="stop the act at a cost (needs rates in the settings)"),
]
