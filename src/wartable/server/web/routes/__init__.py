"""HTTP routes, a module for each part of the interface. They check who asks, and hand over."""
