"""Chapters 6 and 9: favors, and the survival checks that one of them passes."""
