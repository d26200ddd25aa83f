"""What connections are sent and may ask: live tables, updates, playback, compression, explanations."""
