"""Reads the files of a game's folder: its numbered rules (`rules_page`), data tables and maps, and options.

It reads and validates; it knows no rules as code, and imports nothing of Wartable except its errors.
"""
