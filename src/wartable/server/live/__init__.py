"""What connections are sent and may ask: live tables, sockets, updates, playback, compression, and their limits."""
