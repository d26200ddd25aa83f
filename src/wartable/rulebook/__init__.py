"""What a game's folder says in files: its numbered rules (`rules_page`), data tables and maps, and options.

It reads and checks; it knows no rules as code, and imports nothing of Wartable but its errors.
"""
