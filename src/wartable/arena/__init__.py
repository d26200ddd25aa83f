"""The arena: matches between bots, seat-balanced, reproducible, on all cores, and safe from failing bots."""

from .plan import Plan, Tables
from .report import Report, make_report
from .run import run_arena

__all__ = ["Plan", "Report", "Tables", "make_report", "run_arena"]
