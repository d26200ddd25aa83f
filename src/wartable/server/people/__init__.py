"""Who somebody is: accounts, names, passwords, one-time links, mail, sign-in by others, webhooks, ratings, limits."""
