"""Chapter 2: laying out in secret."""
