"""People: accounts, names, passwords, one-time links, mail, external sign-in, webhooks, ratings, limits."""
