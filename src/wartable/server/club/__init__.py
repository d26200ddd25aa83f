"""What brings people together: those who wait for others, the match of the day, and what a host switches off."""
