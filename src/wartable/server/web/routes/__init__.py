"""HTTP routes, one module for each part of the API. They check the caller and delegate."""
