"""Live tables: what connections are sent and may ask; updates, playback, compression, explanations."""
